package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.DriverException;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.LookupSchema;
import dev.cinedex.catalog.SchemaBusyException;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.verification.RowAccess;
import io.dropwizard.lifecycle.Managed;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for jobs that no instance runs, takes them and runs them. What is finished of a job is
 * stored, so that another instance continues it when this one dies.
 */
public final class JobPoller implements Managed {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobPoller.class);
  private static final Duration INTERVAL = Duration.ofSeconds(3);

  private final CatalogAdmin catalog;
  private final LookupSchema schema;
  private final Jobs jobs;
  private final RowAccess access;
  private final String self = UUID.randomUUID().toString();
  private final PeriodicTask task = new PeriodicTask("job poller", INTERVAL, this::takeWaiting);
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          Jobs.MAX_PARALLEL, new ThreadFactoryBuilder().setNameFormat("jobs-%d").build());
  private final AtomicInteger running = new AtomicInteger();

  public JobPoller(CatalogAdmin catalog, LookupSchema schema, Jobs jobs, RowAccess access) {
    this.catalog = catalog;
    this.schema = schema;
    this.jobs = jobs;
    this.access = access;
  }

  @Override
  public void start() {
    task.start();
  }

  @Override
  public void stop() throws InterruptedException {
    task.stop(JobLease.LENGTH);
    threads.shutdownNow();
    threads.awaitTermination(JobLease.LENGTH.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Looks for jobs at once, because one has begun. */
  void wake() {
    task.wake();
  }

  private void takeWaiting() {
    for (UUID id : catalog.jobs().values()) {
      if (running.get() < Jobs.MAX_PARALLEL) {
        jobs.acquire(id, self).ifPresent(this::execute);
      }
    }
  }

  private void execute(JobLease lease) {
    running.incrementAndGet();
    threads.execute(
        () -> {
          try {
            run(lease);
          } catch (DriverException e) {
            LOGGER.warn(
                "Job {} is interrupted, and will be resumed: {}", lease.jobId(), e.toString());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } finally {
            running.decrementAndGet();
          }
        });
  }

  /**
   * Runs a job if it is running and no instance has it. Returns when it is finished or lost.
   *
   * @throws DriverException when Cassandra does not answer; the job can be resumed later
   */
  public void run(UUID id) throws InterruptedException {
    Optional<JobLease> lease = jobs.acquire(id, self);
    if (lease.isPresent()) {
      run(lease.get());
    }
  }

  private void run(JobLease acquired) throws InterruptedException {
    try (JobLease lease = acquired) {
      runHeld(lease);
    }
    jobs.find(acquired.jobId())
        .filter(job -> job.state().isFinal())
        .ifPresent(job -> schema.forget(job.table(), job.id()));
  }

  private void runHeld(JobLease lease) throws InterruptedException {
    try {
      Job job = jobs.find(lease.jobId()).orElseThrow();
      LOGGER.info("Job {} ({} of {}) runs here", job.id(), job.kind().text(), job.table());
      RunnableKind kind = JobKinds.stored(job.kind().text());
      Optional<LookupTable> table = kind.prepare(job, schema, lease);
      lease.requireHeld();
      if (table.isPresent()) {
        run(kind, job, table.get(), lease);
      } else {
        lease.finish(JobState.DONE, null);
      }
    } catch (SchemaBusyException e) {
      LOGGER.info("Job {} goes on later: {}", lease.jobId(), e.getMessage());
      lease.report(e.getMessage());
    } catch (JobLostException e) {
      LOGGER.info("Job {} no longer runs here: {}", lease.jobId(), e.getMessage());
    } catch (RuntimeException e) {
      if (Failures.isUnavailable(e)) {
        throw e;
      }
      LOGGER.error("Job {} has failed", lease.jobId(), e);
      lease.finish(
          JobState.FAILED, "It failed: %s; the log has the cause".formatted(e.getMessage()));
    }
  }

  private void run(RunnableKind kind, Job job, LookupTable table, JobLease lease)
      throws InterruptedException {
    Throttle throttle = new Throttle(job.options().rowsPerSecond(), lease);
    RangeReader reader = new RangeReader(throttle, Clock.systemUTC());
    TableJob target = new TableJob(job, table, access, reader, jobs.findings(job));
    try (JobExecution execution = new JobExecution(target, lease, jobs.ranges(), catalog)) {
      runToEnd(kind, execution);
    }
  }

  private static void runToEnd(RunnableKind kind, JobExecution job) throws InterruptedException {
    job.lease().report(null); // clears what the job waited for before it was interrupted
    kind.run(job);
    job.recordVerification();
    Optional<String> failure = kind.complete(job);
    job.lease().finish(failure.isPresent() ? JobState.FAILED : JobState.DONE, failure.orElse(null));
  }
}
