package dev.cinedex.jobs;

import dev.cinedex.lookup.RowSketch;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The slices of a phase that one instance has finished, with the sum of their sketches. They are
 * stored together as one row, after a second and then ever less often. The death of the instance
 * costs what it has done since.
 */
final class SketchedSlices {
  private static final long SHORTEST_NANOS = 1_000_000_000L;
  private static final long LONGEST_NANOS = 30 * SHORTEST_NANOS;
  private static final int PART_OF_AGE = 8;

  private final RangeDao ranges;
  private final UUID jobId;
  private final String phase;
  private final RowSketch sketch = new RowSketch();
  private final Set<Integer> slices = new TreeSet<>();
  private final long began = System.nanoTime();
  private JobProgress progress = JobProgress.NONE;
  private int first;
  private long storedAt = began;

  SketchedSlices(RangeDao ranges, UUID jobId, String phase) {
    this.ranges = ranges;
    this.jobId = jobId;
    this.phase = phase;
  }

  /** Adds a finished slice, and stores all of them if that is due. */
  synchronized void add(int slice, JobProgress its, RowSketch itsSketch) {
    if (slices.isEmpty()) {
      first = slice;
    }
    slices.add(slice);
    progress = progress.plus(its);
    sketch.add(itsSketch);
    long now = System.nanoTime();
    long due = Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, (now - began) / PART_OF_AGE));
    if (now - storedAt > due) {
      store();
    }
  }

  /** Stores the slices, if there are any. */
  synchronized void store() {
    if (!slices.isEmpty()) {
      ranges.finish(
          RangeRow.of(jobId, phase, first, new RangeResult(progress, sketch), Set.copyOf(slices)));
      storedAt = System.nanoTime();
    }
  }
}
