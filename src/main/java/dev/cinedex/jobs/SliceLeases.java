package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.UUID;

/**
 * The leases on the slices of a job. A lease is for some neighbouring slices at a time: an LWT for
 * each slice would take longer than a small slice itself. It names the instance that works on the
 * slice, and ends when this instance no longer renews its entry among the workers of the job.
 */
final class SliceLeases {
  /** The most leases on the slices of one table in a phase. */
  private static final int MAX_LEASES = 64;

  private final SliceLeaseDao leases;
  private final UUID jobId;
  private final JobLease job;

  /**
   * @param job knows the workers of the job, of which this instance is one
   */
  SliceLeases(SliceLeaseDao leases, JobLease job) {
    this.leases = leases;
    this.jobId = job.jobId();
    this.job = job;
  }

  /** Returns the number of neighbouring slices of a lease on a job's slices. */
  static int slicesOfLease(Job job) {
    return Math.max(1, job.options().ranges() / MAX_LEASES);
  }

  /**
   * Takes a slice and its neighbours, unless a living instance has them.
   *
   * @param lease the index of the lease: that of a slice, divided by the number of its slices
   * @return whether this instance has them now
   */
  boolean take(String phase, int lease) {
    Row stored = leases.find(jobId, phase, lease); // a cheap read often saves the LWT
    String holder = stored == null ? null : stored.getString("worker");
    if (holder == null) {
      return leases.take(jobId, phase, lease, job.worker());
    }
    if (holder.equals(job.worker())) {
      return true;
    }
    return !job.isWorker(holder) && leases.takeOver(jobId, phase, lease, job.worker(), holder);
  }
}
