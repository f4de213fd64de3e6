package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.cinedex.cassandra.Catalog;
import dev.cinedex.cassandra.CatalogView;
import dev.cinedex.cassandra.Slice;
import dev.cinedex.cassandra.StaleCatalogException;
import dev.cinedex.cassandra.TableState;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.jobs.Job.Progress;
import dev.cinedex.jobs.Job.State;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.MovieWriter;
import dev.cinedex.ledger.RowCheck;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.projection.LookupReader;
import dev.cinedex.projection.Projection;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the jobs that nobody does: one at a time, slice by slice. What is done of a job is kept, so
 * that another instance goes on with it when this one dies.
 */
public final class JobRunner implements Managed {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobRunner.class);

  /** Of each phase; what is done when a job is broken off is done once more for one of them. */
  public static final List<Slice> SLICES = Slice.all(256);

  private static final int SLICES_AT_ONCE = 4;
  private static final int LANES = 16;
  private static final Duration INTERVAL = Duration.ofSeconds(3);
  private static final Duration HEARTBEAT = JobStore.LEASE.dividedBy(4);

  private final Catalog catalog;
  private final Ledger ledger;
  private final LookupReader reader;
  private final MovieWriter writer;
  private final Projection projection;
  private final JobStore store;
  private final String self = UUID.randomUUID().toString();
  private final Thread thread = new Thread(this::runForEver, "jobs");

  public JobRunner(
      Catalog catalog,
      Ledger ledger,
      LookupReader reader,
      MovieWriter writer,
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
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void stop() throws InterruptedException {
    thread.interrupt();
    thread.join(JobStore.LEASE.toMillis());
  }

  private void runForEver() {
    while (true) {
      try {
        Thread.sleep(INTERVAL.toMillis());
        for (UUID id : catalog.jobs().values()) {
          run(id);
        }
      } catch (InterruptedException e) {
        return;
      } catch (DriverException | StaleCatalogException e) {
        LOGGER.warn("Jobs wait: {}", e.toString());
      } catch (RuntimeException e) {
        LOGGER.error("A job cannot be done", e);
      }
    }
  }

  /** Does a job, if it is to be done and nobody does it; returns when it is over or lost. */
  public void run(UUID id) throws InterruptedException {
    Job job = store.find(id).orElse(null);
    if (job == null || job.state() != State.RUNNING || job.owner() != null) {
      return;
    }
    if (!store.own(id, self, false)) {
      return;
    }
    LOGGER.info("Job {}: {} of {}", id, job.kind().text(), job.table());
    ExecutorService lanes = Executors.newFixedThreadPool(LANES);
    try (Ownership ownership = new Ownership(id)) {
      run(job, lanes, ownership);
    } catch (QueryValidationException | IllegalStateException e) {
      LOGGER.error("Job {} has failed", id, e);
      store.change(id, State.RUNNING, State.FAILED, e.toString());
    } finally {
      lanes.shutdownNow();
      store.disown(id, self);
    }
  }

  private void run(Job job, ExecutorService lanes, Ownership ownership)
      throws InterruptedException {
    LookupTable table = table(job);
    RowCheck check = new RowCheck(table, ledger, reader, writer, projection);
    JobFindings findings = new JobFindings(store, job.id());
    JobWork work = new JobWork(job, table, ledger, reader, projection, check, lanes, findings::add);
    if (job.kind() == Kind.BUILD) {
      awaitWriters(job, ownership);
    }
    for (Phase phase : job.kind().phases()) {
      if (job.kind() == Kind.BUILD && phase == Phase.FROM_LEDGER) {
        catalog.change(job.table(), TableState.BUILDING, TableState.VERIFYING);
      }
      run(job, phase, work, ownership);
      if (!ownership.lasts()) {
        return;
      }
    }
    end(job);
  }

  /** Several slices at a time: one waits for Cassandra most of its time. */
  private void run(Job job, Phase phase, JobWork work, Ownership ownership)
      throws InterruptedException {
    Set<Integer> done = store.done(job.id(), phase);
    Queue<Integer> slices =
        IntStream.range(0, SLICES.size())
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
              while (ownership.lasts() && (slice = slices.poll()) != null) {
                Progress progress =
                    work.slice(phase, slice, SLICES.get(slice), why -> store.say(job.id(), why));
                store.finish(job.id(), phase, slice, progress);
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
    catalog.refresh();
    return catalog
        .view()
        .named(job.table())
        .map(CatalogView.Entry::table)
        .orElseThrow(() -> new IllegalStateException("There is no lookup table " + job.table()));
  }

  /** Until then a writer may claim a version without a thought of the table. */
  private void awaitWriters(Job job, Ownership ownership) throws InterruptedException {
    while (!catalog.isKnownToAll() && ownership.lasts()) {
      store.say(job.id(), "Waits until every instance writes the table, or its lease is over");
      Thread.sleep(Duration.ofSeconds(1).toMillis());
    }
  }

  private void end(Job job) {
    long drift = store.find(job.id()).orElseThrow().done().drift();
    if (job.kind() != Kind.BUILD) {
      store.change(job.id(), State.RUNNING, State.DONE, null);
    } else if (drift > 0) {
      store.change(
          job.id(),
          State.RUNNING,
          State.FAILED,
          "%d rows are not as they should be: repair the table, and build it again"
              .formatted(drift));
    } else {
      catalog.change(job.table(), TableState.VERIFYING, TableState.READY);
      store.change(job.id(), State.RUNNING, State.DONE, null);
    }
  }

  /** Keeps a job this instance's, from a thread of its own. */
  private final class Ownership implements AutoCloseable {
    private final UUID id;
    private final Thread heart = new Thread(this::beat, "job-heartbeat");
    private volatile boolean lost;

    Ownership(UUID id) {
      this.id = id;
      heart.setDaemon(true);
      heart.start();
    }

    /** False when the job is paused, cancelled, or another's. */
    boolean lasts() {
      return !lost && !Thread.currentThread().isInterrupted();
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
      heart.interrupt();
    }
  }
}
