package dev.cinedex.jobs;

import dev.cinedex.verification.RowState;
import java.util.List;
import java.util.Map;

/**
 * Sums over the finished token ranges of a job.
 *
 * @param ranges finished in all phases
 * @param read entities of the ledger, and rows of the table
 * @param repaired findings whose rows are as they should be now
 */
public record JobProgress(
    long ranges, long read, long written, long missing, long stale, long orphaned, long repaired) {
  static final JobProgress NONE = new JobProgress(0, 0, 0, 0, 0, 0, 0);

  /** Returns the progress of one finished range in which nothing was found. */
  static JobProgress ofRange(long read, long written) {
    return new JobProgress(1, read, written, 0, 0, 0, 0);
  }

  /** Returns the progress of one finished range with these numbers of findings. */
  static JobProgress ofFindings(long read, Map<RowState, Long> states, long repaired) {
    return new JobProgress(
        1,
        read,
        0,
        states.getOrDefault(RowState.MISSING, 0L) + states.getOrDefault(RowState.TOO_COSTLY, 0L),
        states.getOrDefault(RowState.STALE, 0L),
        states.getOrDefault(RowState.ORPHANED, 0L),
        repaired);
  }

  /** Returns the same progress with the rows that were written. */
  JobProgress withWritten(long rows) {
    return new JobProgress(ranges, read, rows, missing, stale, orphaned, repaired);
  }

  static JobProgress sum(List<FinishedRange> finished) {
    return finished.stream().map(JobProgress::of).reduce(NONE, JobProgress::plus);
  }

  private static JobProgress of(FinishedRange row) {
    return new JobProgress(
        Math.max(1, row.slices().size()),
        row.read(),
        row.written(),
        row.missing(),
        row.stale(),
        row.orphaned(),
        row.mended());
  }

  JobProgress plus(JobProgress other) {
    return new JobProgress(
        ranges + other.ranges,
        read + other.read,
        written + other.written,
        missing + other.missing,
        stale + other.stale,
        orphaned + other.orphaned,
        repaired + other.repaired);
  }

  /** Returns the number of rows that were found to differ from the ledger. */
  public long drift() {
    return missing + stale + orphaned;
  }

  /** Returns the number of rows that still differ from the ledger. */
  public long left() {
    return drift() - repaired;
  }
}
