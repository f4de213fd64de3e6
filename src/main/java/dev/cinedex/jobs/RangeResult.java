package dev.cinedex.jobs;

import dev.cinedex.lookup.RowDigest;
import org.jspecify.annotations.Nullable;

/**
 * The result of processing one token range.
 *
 * @param digest null in the phases that make none
 */
record RangeResult(JobProgress progress, @Nullable RowDigest digest) {
  static RangeResult of(JobProgress progress) {
    return new RangeResult(progress, null);
  }
}
