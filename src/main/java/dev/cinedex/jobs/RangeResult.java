package dev.cinedex.jobs;

import dev.cinedex.lookup.RowSketch;
import org.jspecify.annotations.Nullable;

/**
 * The result of processing one slice.
 *
 * @param sketch null in the phases that make none
 */
record RangeResult(JobProgress progress, @Nullable RowSketch sketch) {
  static RangeResult of(JobProgress progress) {
    return new RangeResult(progress, null);
  }
}
