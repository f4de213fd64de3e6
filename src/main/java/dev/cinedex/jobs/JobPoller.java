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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for jobs that no instance leads, and leads them; and for jobs that others lead, and takes
 * slices of them. What is finished of a job is stored, so that other instances continue it when
 * this one dies.
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

  /** The jobs that this instance leads, or takes slices of. */
  private final Set<UUID> running = ConcurrentHashMap.newKeySet();

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
    Set<UUID> ids = new LinkedHashSet<>(catalog.jobs().values());
    for (UUID id : ids) {
      take(id, Jobs.MAX_PARALLEL, this::lead);
    }
    for (UUID id : ids) {
      take(id, Jobs.MAX_PARALLEL - 1, this::join); // leaves room for a job that nobody leads
    }
  }

  private void take(UUID id, int most, Function<UUID, Optional<JobLease>> part) {
    if (running.size() < most && running.add(id)) {
      Optional<JobLease> lease = Optional.empty();
      try {
        lease = part.apply(id);
      } finally {
        if (lease.isEmpty()) {
          running.remove(id);
        }
      }
      lease.ifPresent(this::execute);
    }
  }

  private Optional<JobLease> lead(UUID id) {
    return jobs.acquire(id, self);
  }

  private Optional<JobLease> join(UUID id) {
    return jobs.join(id, self);
  }

  private void execute(JobLease lease) {
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
            running.remove(lease.jobId());
          }
        });
  }

  /**
   * Leads a running job that no instance leads, or takes slices of it. Returns when it is finished
   * or lost, or when all its slices are finished.
   *
   * @throws DriverException when Cassandra does not answer; the job can be resumed later
   */
  public void run(UUID id) throws InterruptedException {
    if (!running.add(id)) {
      return; // it runs here already
    }
    try {
      Optional<JobLease> lease = lead(id).or(() -> join(id));
      if (lease.isPresent()) {
        run(lease.get());
      }
    } finally {
      running.remove(id);
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
      List<LookupTable> tables =
          lease.leads()
              ? kind.prepare(job, schema, lease)
              : job.tables().stream().map(schema::existing).toList();
      lease.requireHeld();
      if (!tables.isEmpty()) {
        run(kind, job, tables, lease);
      } else if (lease.leads()) {
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
      fail(lease, e);
    }
  }

  /** Fails the job; an instance that only takes slices leaves that to the leader. */
  private static void fail(JobLease lease, RuntimeException e) {
    LOGGER.error("Job {} has failed", lease.jobId(), e);
    if (lease.leads()) {
      lease.finish(
          JobState.FAILED, "It failed: %s; the log has the cause".formatted(e.getMessage()));
    }
  }

  private void run(RunnableKind kind, Job job, List<LookupTable> tables, JobLease lease)
      throws InterruptedException {
    Throttle throttle = new Throttle(job.options().rowsPerSecond(), lease);
    RangeReader reader = new RangeReader(throttle, Clock.systemUTC());
    TableJob target = new TableJob(job, tables, access, reader, jobs.findings(job));
    try (JobExecution execution =
        new JobExecution(target, lease, jobs.ranges(), jobs.sliceLeases(lease), catalog)) {
      runToEnd(kind, execution);
    }
  }

  private static void runToEnd(RunnableKind kind, JobExecution job) throws InterruptedException {
    if (!job.lease().leads()) {
      kind.run(job);
      return;
    }
    job.lease().report(null); // clears what the job waited for before it was interrupted
    kind.run(job);
    job.recordVerification();
    Optional<String> failure = kind.complete(job);
    job.lease().finish(failure.isPresent() ? JobState.FAILED : JobState.DONE, failure.orElse(null));
  }
}
