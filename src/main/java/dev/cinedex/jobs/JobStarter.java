package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.LookupSchema;
import dev.cinedex.catalog.LookupStateException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Starts jobs, and lets at most one at a time work on a table. */
final class JobStarter {
  private final LookupSchema schema;
  private final CatalogAdmin catalog;
  private final Jobs jobs;
  private final JobPoller poller;

  JobStarter(LookupSchema schema, CatalogAdmin catalog, Jobs jobs, JobPoller poller) {
    this.schema = schema;
    this.catalog = catalog;
    this.jobs = jobs;
    this.poller = poller;
  }

  /**
   * Returns the last job on a table; null if there was none.
   *
   * @throws LookupStateException when it is not finished
   */
  @Nullable UUID requireIdle(String table) {
    UUID last = catalog.jobs().get(table);
    Optional<Job> busy =
        Optional.ofNullable(last)
            .flatMap(jobs::find)
            .filter(job -> !job.state().isFinal() || !job.isIdle());
    if (busy.isPresent()) {
      Job job = busy.get();
      throw new LookupStateException(
          "Job %s (%s) is on lookup table '%s', and is %s: %s"
              .formatted(
                  job.id(), job.kind().text(), table, job.state().text(), nextStep(job.state())));
    }
    return last;
  }

  private static String nextStep(JobState state) {
    return switch (state) {
      case RUNNING -> "wait for it, or cancel it";
      case PAUSED -> "resume it, or cancel it";
      case CANCELLED, DONE, FAILED ->
          "try again in some seconds, when the instance that ran it has noticed";
    };
  }

  /**
   * Starts a job.
   *
   * @param record stores the id of the job as that of the last job on its tables; returns false
   *     when another job was stored first
   * @throws LookupStateException when another job was stored first
   * @throws DriverException when Cassandra does not confirm that the id is stored; the job is then
   *     cancelled, if Cassandra confirms that
   */
  Job start(String table, JobKind kind, JobOptions options, Predicate<UUID> record) {
    Job job = jobs.create(table, kind, options);
    if (!isRecorded(job, record)) {
      cancel(job, "Another job began first");
      throw new LookupStateException(
          "Another job on %s began at the same time: look at it first".formatted(job.tableTitle()));
    }
    poller.wake();
    return job;
  }

  private boolean isRecorded(Job job, Predicate<UUID> record) {
    try {
      return record.test(job.id());
    } catch (DriverException e) {
      // The id may be stored: an instance would then run a job that no client knows.
      try {
        cancel(job, "Cassandra did not confirm that the job began");
      } catch (DriverException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  private void cancel(Job job, String reason) {
    jobs.change(job.id(), JobState.RUNNING, JobState.CANCELLED, reason);
    if (jobs.find(job.id()).filter(Job::isIdle).isPresent()) { // else it may be making its table
      schema.forget(job.table(), job.id());
    }
  }
}
