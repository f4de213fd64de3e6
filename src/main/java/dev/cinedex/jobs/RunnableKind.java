package dev.cinedex.jobs;

import java.util.Optional;

/**
 * Everything that differs between the kinds of jobs. A new kind is a class that implements this
 * interface and a line in {@link JobKinds}; HTTP and the command line read the registry.
 */
public interface RunnableKind extends JobKind {
  /** Runs the phases; after an interruption it is called again, and skips the finished ranges. */
  void run(JobExecution job) throws InterruptedException;

  /**
   * Draws the consequences for the table when all phases are finished.
   *
   * @return why the job failed, and the next step; empty when it succeeded
   */
  default Optional<String> complete(JobExecution job) {
    return Optional.empty();
  }
}
