package dev.cinedex.jobs;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.TableState;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowSketch;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * One instance's part in a job. Every instance runs the phases one after the other, and takes
 * slices of each; the phase is over when all its slices are finished.
 */
final class JobExecution implements AutoCloseable {
  private static final int PARALLEL_CHECKS = 16;

  private final TableJob target;
  private final JobLease lease;
  private final RangeDao ranges;
  private final SliceLeases leases;
  private final CatalogAdmin catalog;
  private final ExecutorService sliceThreads = threads("job-slices-%d", PhaseRun.PARALLEL_SLICES);
  private final ExecutorService checks = threads("job-checks-%d", PARALLEL_CHECKS);

  JobExecution(
      TableJob target, JobLease lease, RangeDao ranges, SliceLeases leases, CatalogAdmin catalog) {
    this.target = target;
    this.lease = lease;
    this.ranges = ranges;
    this.leases = leases;
    this.catalog = catalog;
  }

  private static ExecutorService threads(String name, int number) {
    ThreadFactory named = new ThreadFactoryBuilder().setNameFormat(name).build();
    return Executors.newFixedThreadPool(number, named);
  }

  /** Takes slices of a phase until all are finished. */
  void run(Phase phase) throws InterruptedException {
    lease.work();
    new PhaseRun(phase, target.job(), lease, leases, ranges).run(sliceThreads);
  }

  /** Runs phases that make sketches, and returns the sum of all of them. */
  RowSketch sketch(List<Phase> phases) throws InterruptedException {
    while (true) {
      for (Phase phase : phases) {
        run(phase);
      }
      RowSketch sum = new RowSketch();
      boolean complete = true;
      for (Phase phase : phases) {
        int slices = target.job().slices(phase.name());
        complete &= ranges.addSketches(target.job().id(), phase.name(), sum).size() == slices;
      }
      if (complete) { // an instance that had lost its slices may have stored them late
        return sum;
      }
    }
  }

  /** Returns whether a slice of a phase is finished. */
  boolean hasBegun(String phase) {
    return !ranges.finished(target.job().id(), phase).isEmpty();
  }

  /** Returns the sums over all finished slices. */
  JobProgress progress() {
    return JobProgress.sum(ranges.finished(target.job().id()));
  }

  /** Returns the sums over the finished slices of a phase. */
  JobProgress progress(String phase) {
    return JobProgress.sum(
        ranges.finished(target.job().id()).stream()
            .filter(range -> phase.equals(range.phase()))
            .toList());
  }

  /**
   * Stores when the tables were last verified, if this job compared all of them and left no
   * difference.
   */
  void recordVerification() {
    Job job = target.job();
    if (job.options().scope().isAll() && progress().left() == 0) {
      for (LookupTable table : target.tables()) {
        catalog.verified(table.name(), job.id(), job.began());
      }
    }
  }

  TableJob target() {
    return target;
  }

  JobLease lease() {
    return lease;
  }

  /** Returns the threads for checks of several entities at the same time. */
  ExecutorService checks() {
    return checks;
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
    sliceThreads.shutdownNow();
    checks.shutdownNow();
  }
}
