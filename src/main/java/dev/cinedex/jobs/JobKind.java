package dev.cinedex.jobs;

import dev.cinedex.catalog.TableState;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that differs between the kinds of jobs. A new kind is a class that implements this
 * interface and a line in {@link JobKinds}; HTTP and the command line read the registry.
 */
public interface JobKind {
  /** Returns the name in requests, in commands and in the table of jobs. */
  String text();

  /** Returns one line that says what the job does, for the help of the command line. */
  String help();

  /** Returns the options that jobs of this kind take, besides their speed and checksums. */
  Set<JobOption> options();

  /** Returns the states of a table in which such a job can begin. */
  Set<TableState> tableStates();

  /** Returns the names of the phases in order, as {@link #run} runs them. */
  List<String> phases(JobOptions options);

  /** Returns whether a job with these options repairs what it finds. */
  boolean repairs(JobOptions options);

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
