package dev.cinedex.jobs;

import dev.cinedex.catalog.LookupSchema;
import dev.cinedex.lookup.LookupTable;
import java.util.List;
import java.util.Optional;

/**
 * Everything that differs between the kinds of jobs. A new kind is a class that implements this
 * interface and a line in {@link JobKinds}; HTTP and the command line read the registry.
 */
public interface RunnableKind extends JobKind {
  /** What a job reports before it changes the schema. */
  String WAITS_FOR_SCHEMA =
      "Waits until no other process changes the schema, and until all instances know the change";

  /**
   * Changes the schema, before the phases run. It waits for other processes if it must; after an
   * interruption it is called again.
   *
   * @param lease of the job; it is reported what the job waits for
   * @return the tables that the phases work on; none when there is nothing left to do
   */
  default List<LookupTable> prepare(Job job, LookupSchema schema, JobLease lease) {
    return job.tables().stream().map(schema::existing).toList();
  }

  /**
   * Runs the phases. Every instance that works on the job does so at the same time; each skips the
   * slices that are finished.
   */
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
