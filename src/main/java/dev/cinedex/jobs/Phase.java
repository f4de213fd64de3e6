package dev.cinedex.jobs;

/** A pass of a job over all its slices: the token ranges of the ledger, or those of each table. */
interface Phase {
  /** Returns the name under which its finished slices are stored. */
  String name();

  /** Returns whether a slice has no work, so that it needs no lease. */
  default boolean isEmpty(int slice) {
    return false;
  }

  /**
   * Processes one slice. Processing a slice twice does no harm.
   *
   * @throws JobLostException when this instance no longer has the job
   */
  RangeResult process(int slice) throws InterruptedException;
}
