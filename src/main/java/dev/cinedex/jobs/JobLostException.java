package dev.cinedex.jobs;

/** Ends the work on a job that this instance no longer has. */
final class JobLostException extends RuntimeException {
  private static final long serialVersionUID = 1;

  JobLostException() {
    super(
        "The job was paused or cancelled, another instance has it, or Cassandra did not answer in time");
  }
}
