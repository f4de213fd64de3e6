package dev.cinedex.jobs;

import dev.cinedex.lookup.RowSketch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One instance's part in a phase: it takes slices that no other instance has, until all are
 * finished.
 */
final class PhaseRun {
  /** The number of slices that are processed at once: each waits for Cassandra most of the time. */
  static final int PARALLEL_SLICES = 4;

  /** The pause before this instance looks again whether the others have finished their slices. */
  private static final long PAUSE_MILLIS = 200;

  private final Phase phase;
  private final Job job;
  private final JobLease lease;
  private final SliceLeases leases;
  private final RangeDao ranges;

  PhaseRun(Phase phase, Job job, JobLease lease, SliceLeases leases, RangeDao ranges) {
    this.phase = phase;
    this.job = job;
    this.lease = lease;
    this.leases = leases;
    this.ranges = ranges;
  }

  /**
   * Returns when all slices of the phase are finished, by this instance or by others.
   *
   * @throws JobLostException when this instance no longer has the job
   */
  void run(ExecutorService threads) throws InterruptedException {
    List<Integer> unfinished = unfinished();
    while (!unfinished.isEmpty()) {
      lease.requireHeld();
      if (!processSome(unfinished, threads)) {
        Thread.sleep(PAUSE_MILLIS);
      }
      unfinished = unfinished();
    }
  }

  private List<Integer> unfinished() {
    Set<Integer> finished = ranges.finished(job.id(), phase.name());
    return IntStream.range(0, job.slices(phase.name()))
        .filter(slice -> !finished.contains(slice))
        .boxed()
        .toList();
  }

  /**
   * @return whether this instance could do anything
   */
  private boolean processSome(List<Integer> unfinished, ExecutorService threads)
      throws InterruptedException {
    List<Integer> rest = new ArrayList<>(unfinished);
    rest.removeIf(phase::isEmpty);
    if (rest.size() < unfinished.size()) {
      Set<Integer> empty = new TreeSet<>(unfinished);
      rest.forEach(empty::remove);
      finishEmpty(empty);
    }
    List<List<Integer>> neighbours = neighbours(rest);
    // Instances that begin at different slices seldom want the same ones.
    Collections.rotate(neighbours, ThreadLocalRandom.current().nextInt(neighbours.size() + 1));
    Queue<List<Integer>> queue = new ConcurrentLinkedQueue<>(neighbours);
    SketchedSlices sketched = new SketchedSlices(ranges, job.id(), phase.name());
    AtomicBoolean any = new AtomicBoolean(rest.isEmpty());
    Callable<@Nullable Void> worker =
        () -> {
          process(queue, sketched, any);
          return null;
        };
    ParallelTasks.run(threads, Collections.nCopies(PARALLEL_SLICES, worker));
    sketched.store();
    return any.get();
  }

  /** Returns the slices by their leases. */
  private List<List<Integer>> neighbours(List<Integer> slices) {
    return new ArrayList<>(slices.stream().collect(Collectors.groupingBy(this::lease)).values());
  }

  private int lease(int slice) {
    return slice / SliceLeases.slicesOfLease(job);
  }

  private void finishEmpty(Set<Integer> empty) {
    int first = empty.iterator().next();
    RangeResult nothing = RangeResult.of(JobProgress.NONE);
    ranges.finish(RangeRow.of(job.id(), phase.name(), first, nothing, empty));
  }

  private void process(Queue<List<Integer>> queue, SketchedSlices sketched, AtomicBoolean any)
      throws InterruptedException {
    try {
      List<Integer> neighbours;
      while ((neighbours = queue.poll()) != null) {
        lease.requireHeld();
        if (leases.take(phase.name(), lease(neighbours.get(0)))) {
          any.set(true);
          for (int slice : neighbours) {
            lease.requireHeld();
            finish(slice, phase.process(slice), sketched);
          }
        }
      }
    } finally {
      queue.clear(); // after a failure, the other threads stop, too
    }
  }

  private void finish(int slice, RangeResult result, SketchedSlices sketched) {
    RowSketch sketch = result.sketch();
    if (sketch == null) {
      ranges.finish(RangeRow.of(job.id(), phase.name(), slice, result));
    } else {
      sketched.add(slice, result.progress(), sketch);
    }
  }
}
