package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.UUID;

/**
 * The leases on the slices of a job. A lease names the instance that works on the slice, and ends
 * when this instance no longer renews its entry among the workers of the job.
 */
final class SliceLeases {
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

  /**
   * Takes a slice, unless a living instance has it.
   *
   * @return whether this instance has it now
   */
  boolean take(String phase, int slice) {
    Row lease = leases.find(jobId, phase, slice); // a cheap read often saves the LWT
    String holder = lease == null ? null : lease.getString("worker");
    if (holder == null) {
      return leases.take(jobId, phase, slice, job.worker());
    }
    if (holder.equals(job.worker())) {
      return true;
    }
    return !job.isWorker(holder) && leases.takeOver(jobId, phase, slice, job.worker(), holder);
  }
}
