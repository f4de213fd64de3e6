package dev.cinedex.jobs;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.TableState;
import dev.cinedex.lookup.RowDigest;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job that this instance has the lease on. Its kind runs phases one after the other;
 * the token ranges of a phase are processed in parallel, and recorded when they are finished.
 */
final class JobExecution implements AutoCloseable {
  /** The number of ranges that are processed at once: each waits for Cassandra most of the time. */
  private static final int PARALLEL_RANGES = 4;

  private static final int PARALLEL_WRITES = 16;

  private final TableJob target;
  private final JobLease lease;
  private final RangeDao ranges;
  private final CatalogAdmin catalog;
  private final ExecutorService rangeThreads = threads("job-ranges-%d", PARALLEL_RANGES);
  private final ExecutorService writes = threads("job-writes-%d", PARALLEL_WRITES);

  JobExecution(TableJob target, JobLease lease, RangeDao ranges, CatalogAdmin catalog) {
    this.target = target;
    this.lease = lease;
    this.ranges = ranges;
    this.catalog = catalog;
  }

  private static ExecutorService threads(String name, int number) {
    ThreadFactory named = new ThreadFactoryBuilder().setNameFormat(name).build();
    return Executors.newFixedThreadPool(number, named);
  }

  /** Processes those token ranges of a phase that are not finished yet. */
  void run(Phase phase) throws InterruptedException {
    Set<Integer> finished = ranges.finished(target.job().id(), phase.name());
    Queue<Integer> unfinished =
        IntStream.range(0, Job.RANGES.size())
            .filter(range -> !finished.contains(range))
            .boxed()
            .collect(Collectors.toCollection(ConcurrentLinkedQueue::new));
    Callable<@Nullable Void> worker =
        () -> {
          process(phase, unfinished);
          return null;
        };
    ParallelTasks.run(rangeThreads, Collections.nCopies(PARALLEL_RANGES, worker));
  }

  /** Runs a phase, and returns the sum of all its digests, including those of earlier runs. */
  RowDigest run(DigestPhase<?> phase) throws InterruptedException {
    run((Phase) phase);
    return ranges.digest(target.job().id(), phase.name());
  }

  private void process(Phase phase, Queue<Integer> unfinished) throws InterruptedException {
    try {
      Integer range;
      while ((range = unfinished.poll()) != null) {
        lease.requireHeld();
        RangeResult result = phase.process(range);
        ranges.finish(RangeRow.of(target.job().id(), phase.name(), range, result));
      }
    } finally {
      unfinished.clear(); // after a failure, the other threads stop, too
    }
  }

  /** Returns whether a range of a phase is finished. */
  boolean hasBegun(String phase) {
    return !ranges.finished(target.job().id(), phase).isEmpty();
  }

  /** Returns the sums over all finished ranges. */
  JobProgress progress() {
    return JobProgress.sum(ranges.finished(target.job().id()));
  }

  /** Returns the sums over the finished ranges of a phase. */
  JobProgress progress(String phase) {
    return JobProgress.sum(
        ranges.finished(target.job().id()).stream()
            .filter(range -> phase.equals(range.phase()))
            .toList());
  }

  /**
   * Stores when the table was last verified, if this job compared all of it and left no difference.
   */
  void recordVerification() {
    Job job = target.job();
    if (job.options().scope().isAll() && progress().left() == 0) {
      catalog.verified(job.table(), job.id(), job.began());
    }
  }

  TableJob target() {
    return target;
  }

  JobLease lease() {
    return lease;
  }

  /** Returns the threads for writes that run at the same time. */
  ExecutorService writes() {
    return writes;
  }

  /** Puts the table from one state into another; does nothing if it is in a different one. */
  void changeTable(TableState from, TableState to) {
    catalog.change(target.table().name(), from, to);
  }

  List<String> unawareInstances() {
    return catalog.unawareInstances();
  }

  /** Stops the threads. */
  @Override
  public void close() {
    rangeThreads.shutdownNow();
    writes.shutdownNow();
  }
}
