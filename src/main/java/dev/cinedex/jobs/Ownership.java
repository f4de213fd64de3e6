package dev.cinedex.jobs;

import org.jspecify.annotations.Nullable;

/** Whether a job is still this instance's, and to be done. */
interface Ownership {
  /** False when the job is paused, cancelled, another's, or may be: Cassandra did not answer. */
  boolean lasts();

  /** What the job waits for; null when it goes on. Not kept when Cassandra does not answer. */
  void say(@Nullable String message);

  /**
   * @throws JobLostException unless it lasts
   */
  default void check() {
    if (!lasts()) {
      throw new JobLostException();
    }
  }

  /** Ends the work on a job that is not this instance's any more. */
  final class JobLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private JobLostException() {
      super("The job is paused, cancelled or another's, or Cassandra did not answer for a while");
    }
  }
}
