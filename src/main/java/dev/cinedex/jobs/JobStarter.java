package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.LookupStateException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Starts jobs: at most one is on a table. */
final class JobStarter {
  private final CatalogAdmin catalog;
  private final Jobs jobs;
  private final JobPoller poller;

  JobStarter(CatalogAdmin catalog, Jobs jobs, JobPoller poller) {
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
   * @param isFirst records the job of this id with its tables; false when another one was faster
   * @throws LookupStateException when another job was faster
   * @throws DriverException when Cassandra does not confirm it; the job is cancelled
   */
  Job start(String table, JobKind kind, JobOptions options, Predicate<UUID> isFirst) {
    Job job = jobs.create(table, kind, options);
    if (!isFirst(job, isFirst)) {
      cancel(job, "Another job began first");
      throw new LookupStateException(
          "Another job on %s began at the same time: look at it first".formatted(job.tableTitle()));
    }
    poller.wake();
    return job;
  }

  private boolean isFirst(Job job, Predicate<UUID> isFirst) {
    try {
      return isFirst.test(job.id());
    } catch (DriverException e) {
      cancel(job, "Cassandra did not confirm that the job began"); // it may run, unknown to anybody
      throw e;
    }
  }

  private void cancel(Job job, String reason) {
    jobs.change(job.id(), JobState.RUNNING, JobState.CANCELLED, reason);
  }
}
