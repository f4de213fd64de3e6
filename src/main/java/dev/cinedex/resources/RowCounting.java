package dev.cinedex.resources;

import dev.cinedex.http.Problem.Kind;
import dev.cinedex.http.ProblemException;
import dev.cinedex.lists.RowCounts;
import dev.cinedex.lists.RowCounts.Counts;
import dev.cinedex.lookup.LookupTable;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeoutException;

/**
 * Counts rows as long as a request should wait for it.
 *
 * @param <T> the result
 */
public record RowCounting<T>(RowCounts<T> counts) {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** How the rows were counted. */
  record Counted(String table, String how, Instant from, Instant to) {
    static Counted of(LookupTable table, Counts<?> counts) {
      return new Counted(
          table.name(),
          "every row was counted, each at LOCAL_QUORUM at its own moment between 'from' and 'to';"
              + " none was checked against the ledger",
          counts.from(),
          counts.to());
    }
  }

  /**
   * @throws ProblemException when it takes longer; the result is kept for who asks again
   */
  Counts<T> of(LookupTable table) throws InterruptedException {
    try {
      return counts.count(table, PATIENCE);
    } catch (TimeoutException e) {
      throw new ProblemException(
          Kind.STILL_COUNTING,
          "The rows of %s are being counted for more than %d s: ask again for the result"
              .formatted(table.name(), PATIENCE.toSeconds()));
    }
  }
}
