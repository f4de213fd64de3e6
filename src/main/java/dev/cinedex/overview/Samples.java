package dev.cinedex.overview;

import dev.cinedex.metrics.Metrics;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What this instance has sampled of each table since the table was last verified: what a clean
 * verification has looked at is no reason to worry any more.
 */
final class Samples {
  private final Metrics metrics;
  private final Map<String, Mark> marks = new HashMap<>();

  /**
   * Rows that were compared with the ledger at random.
   *
   * @param drifted how many of them were wrong; a row that was drawn twice counts twice
   */
  record Sampled(long rows, long drifted) {}

  /** What was counted when the last verification was noticed. */
  private record Mark(@Nullable Instant verifiedAt, Sampled counted) {}

  Samples(Metrics metrics) {
    this.metrics = metrics;
  }

  /**
   * Returns the samples of a table since its last verification; since the start of this instance if
   * that is later. It must be called soon after a verification, to notice it.
   *
   * @param verifiedAt when a clean verification of the whole table began; empty for none
   */
  synchronized Sampled since(String table, Optional<Instant> verifiedAt) {
    Sampled now = new Sampled(metrics.sampled(table), metrics.drifted(table));
    Mark last = marks.get(table);
    if (last == null || now.rows() < last.counted().rows()) { // the first, or made again
      last = new Mark(verifiedAt.orElse(null), new Sampled(0, 0));
    } else if (!Objects.equals(last.verifiedAt(), verifiedAt.orElse(null))) {
      last = new Mark(verifiedAt.orElse(null), now);
    }
    marks.put(table, last);
    return new Sampled(
        now.rows() - last.counted().rows(), now.drifted() - last.counted().drifted());
  }
}
