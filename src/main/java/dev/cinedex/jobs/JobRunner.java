package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.TableState;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.jobs.Job.State;
import dev.cinedex.jobs.JobWork.SliceWork;
import dev.cinedex.jobs.Ownership.JobLostException;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.projection.Projection;
import dev.cinedex.verification.RowVerifier;
import io.dropwizard.lifecycle.Managed;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the jobs that nobody does, slice by slice. What is done of a job is kept, so that another
 * instance goes on with it when this one dies.
 */
public final class JobRunner implements Managed {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobRunner.class);

  /** Of an instance: a slow one does not keep the others waiting. */
  static final int JOBS_AT_ONCE = 4;

  private static final int SLICES_AT_ONCE = 4;
  private static final int LANES = 16;
  private static final Duration INTERVAL = Duration.ofSeconds(3);
  private static final Duration HEARTBEAT = Duration.ofSeconds(2);

  private final CatalogAdmin catalog;
  private final Ledger ledger;
  private final LookupRows reader;
  private final EntityWriter writer;
  private final Projection projection;
  private final JobStore store;
  private final String self = UUID.randomUUID().toString();
  private final PeriodicTask background = new PeriodicTask("job runner", INTERVAL, this::takeAll);
  private final ExecutorService jobs = Executors.newFixedThreadPool(JOBS_AT_ONCE);
  private final Set<UUID> taken = ConcurrentHashMap.newKeySet();

  public JobRunner(
      CatalogAdmin catalog,
      Ledger ledger,
      LookupRows reader,
      EntityWriter writer,
      Projection projection,
      JobStore store) {
    this.catalog = catalog;
    this.ledger = ledger;
    this.reader = reader;
    this.writer = writer;
    this.projection = projection;
    this.store = store;
  }

  @Override
  public void start() {
    background.start();
  }

  @Override
  public void stop() throws InterruptedException {
    background.stop(JobStore.LEASE);
    jobs.shutdownNow();
    jobs.awaitTermination(JobStore.LEASE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void takeAll() {
    for (UUID id : catalog.jobs().values()) {
      if (taken.size() < JOBS_AT_ONCE && store.isWaiting(id) && taken.add(id)) {
        jobs.execute(() -> runTaken(id));
      }
    }
  }

  private void runTaken(UUID id) {
    try {
      run(id);
    } catch (DriverException e) {
      LOGGER.warn("Job {} is left for now: {}", id, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      taken.remove(id);
    }
  }

  /**
   * Does a job, if it is to be done and nobody does it; returns when it is over or lost.
   *
   * @throws DriverException when Cassandra does not answer; the job can be gone on with later
   */
  public void run(UUID id) throws InterruptedException {
    if (!store.isWaiting(id) || !store.own(id, self, false)) {
      return;
    }
    ExecutorService lanes = Executors.newFixedThreadPool(LANES);
    try (Heart heart = new Heart(id)) {
      Job job = store.find(id).orElseThrow();
      LOGGER.info("Job {}: {} of {}", id, job.kind().text(), job.table());
      run(job, lanes, heart);
    } catch (JobLostException e) {
      LOGGER.info("Job {} is left: {}", id, e.getMessage());
    } catch (RuntimeException e) {
      if (e instanceof DriverException && !(e instanceof QueryValidationException)) {
        throw e;
      }
      LOGGER.error("Job {} has failed", id, e);
      store.end(
          id, self, State.FAILED, "It failed: %s; the log has the cause".formatted(e.getMessage()));
    } finally {
      lanes.shutdownNow();
      disown(id);
    }
  }

  private void disown(UUID id) {
    try {
      store.disown(id, self);
    } catch (DriverException e) {
      LOGGER.debug("The lease on job {} will expire by itself", id, e);
    }
  }

  private void run(Job job, ExecutorService lanes, Ownership ownership)
      throws InterruptedException {
    LookupTable table = table(job);
    RowVerifier check = new RowVerifier(table, ledger, reader, writer, projection);
    JobFindings findings = new JobFindings(store, job);
    JobWork work =
        new JobWork(
            job,
            table,
            ledger,
            reader,
            projection,
            check,
            lanes,
            findings,
            ownership,
            Clock.systemUTC());
    ownership.say(null); // what it waited for before it was left
    if (job.kind() == Kind.BUILD && store.done(job.id(), Phase.BACKFILL).isEmpty()) {
      awaitWriters(ownership); // once it has begun, all know the table for ever
    }
    for (Phase phase : job.phases()) {
      if (job.kind() == Kind.BUILD && phase != Phase.BACKFILL) {
        catalog.change(job.table(), TableState.BUILDING, TableState.VERIFYING);
      }
      if (job.options().digest() && phase == Phase.FROM_LEDGER) {
        work.drillDown(
            store
                .digest(job.id(), Phase.LEDGER_DIGEST)
                .differing(store.digest(job.id(), Phase.TABLE_DIGEST)));
      }
      run(job, phase, work, ownership);
    }
    end(job);
  }

  /** Several slices at a time: one waits for Cassandra most of its time. */
  private void run(Job job, Phase phase, JobWork work, Ownership ownership)
      throws InterruptedException {
    Set<Integer> done = store.done(job.id(), phase);
    Queue<Integer> slices =
        IntStream.range(0, Job.SLICES.size())
            .filter(slice -> !done.contains(slice))
            .boxed()
            .collect(Collectors.toCollection(ConcurrentLinkedQueue::new));
    ExecutorService workers = Executors.newFixedThreadPool(SLICES_AT_ONCE);
    try {
      List<Callable<Void>> all = new ArrayList<>();
      for (int i = 0; i < SLICES_AT_ONCE; i++) {
        all.add(
            () -> {
              Integer slice;
              while ((slice = slices.poll()) != null) {
                ownership.check();
                try {
                  SliceWork sliced = work.slice(phase, slice);
                  store.finish(job.id(), phase, slice, sliced.progress(), sliced.digest());
                } catch (RuntimeException | InterruptedException e) {
                  slices.clear(); // the others need not go on either
                  throw e;
                }
              }
              return null;
            });
      }
      for (Future<Void> worker : workers.invokeAll(all)) {
        JobWork.done(worker);
      }
    } finally {
      workers.shutdownNow();
    }
  }

  private LookupTable table(Job job) {
    return catalog.require(job.table()).table();
  }

  /** Until then a writer may claim a version without a thought of the table. */
  private void awaitWriters(Ownership ownership) throws InterruptedException {
    List<String> unaware = catalog.unawareInstances();
    while (!unaware.isEmpty()) {
      ownership.check();
      ownership.say("Waits until %s write the table, or their leases are over".formatted(unaware));
      Thread.sleep(Duration.ofSeconds(1).toMillis());
      unaware = catalog.unawareInstances();
    }
    ownership.say(null);
  }

  private void end(Job job) {
    long left = store.find(job.id()).orElseThrow().done().left();
    if (job.kind() == Kind.BUILD && left > 0) {
      store.end(
          job.id(),
          self,
          State.FAILED,
          "%d rows are not as they should be: repair the table, and build it again"
              .formatted(left));
      return;
    }
    if (job.kind() == Kind.BUILD) {
      if (!store.own(job.id(), self, true)) { // cancelled at the last moment
        return;
      }
      catalog.change(job.table(), TableState.VERIFYING, TableState.READY);
    }
    store.end(job.id(), self, State.DONE, null);
  }

  /** Keeps a job this instance's, from a thread of its own. */
  private final class Heart implements Ownership, AutoCloseable {
    private final UUID id;
    private final Thread thread = new Thread(this::beat, "job-heartbeat");
    private volatile boolean lost;

    Heart(UUID id) {
      this.id = id;
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public boolean lasts() {
      return !lost && !Thread.currentThread().isInterrupted();
    }

    @Override
    public void say(@Nullable String message) {
      try {
        store.say(id, message);
      } catch (DriverException e) {
        LOGGER.info("Job {}: '{}' is not kept: {}", id, message, e.toString());
      }
    }

    private void beat() {
      long lastBeat = System.nanoTime();
      while (true) {
        try {
          Thread.sleep(HEARTBEAT.toMillis());
          long now = System.nanoTime();
          if (!store.own(id, self, true)) {
            lost = true;
            return;
          }
          lastBeat = now;
        } catch (DriverException e) {
          lost = System.nanoTime() - lastBeat > JobStore.LEASE.toNanos() / 2;
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    @Override
    public void close() {
      thread.interrupt();
    }
  }
}
