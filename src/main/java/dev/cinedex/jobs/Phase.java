package dev.cinedex.jobs;

/** A pass of a job over all token ranges. */
interface Phase {
  /** Returns the name under which its finished ranges are stored. */
  String name();

  /**
   * Processes one token range. Processing a range twice does no harm.
   *
   * @param range an index of {@link Job#RANGES}
   * @throws JobLostException when this instance no longer has the job
   */
  RangeResult process(int range) throws InterruptedException;
}
