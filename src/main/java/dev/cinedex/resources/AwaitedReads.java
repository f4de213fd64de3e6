package dev.cinedex.resources;

import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.lists.RowCounts;
import dev.cinedex.lists.RowCounts.Counts;
import dev.cinedex.lookup.LookupTable;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Counts rows, for as long as a request should wait.
 *
 * @param <T> the result
 */
final class CountedRows<T> {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final RowCounts<T> counts;

  CountedRows(RowCounts<T> counts) {
    this.counts = counts;
  }

  /**
   * Counts the rows of a table.
   *
   * @throws ProblemException when it takes longer; a later request gets the result
   */
  Counts<T> count(LookupTable table) throws InterruptedException {
    try {
      return counts.count(table, PATIENCE);
    } catch (TimeoutException e) {
      throw new ProblemException(
          ProblemKind.STILL_COUNTING,
          "Counting the rows of %s takes longer than %d s. Ask again for the result"
              .formatted(table.name(), PATIENCE.toSeconds()));
    }
  }
}
