package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.cassandra.PeriodicTask;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right of one instance to run a job. A thread renews it until it is closed; when the process
 * dies it expires, and another instance takes the job.
 */
final class JobLease implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobLease.class);
  static final Duration LENGTH = Duration.ofSeconds(JobDao.LEASE_SECONDS);
  private static final Duration RENEWAL_INTERVAL = Duration.ofSeconds(2);

  private final JobDao jobs;
  private final UUID jobId;
  private final String owner;
  private final PeriodicTask renewal =
      new PeriodicTask("job-lease", RENEWAL_INTERVAL, this::renew, this::failed);
  private volatile long renewedAt = System.nanoTime();
  private volatile boolean lost;

  JobLease(JobDao jobs, UUID jobId, String owner) {
    this.jobs = jobs;
    this.jobId = jobId;
    this.owner = owner;
  }

  /**
   * Takes a running job that no other instance has.
   *
   * @return empty when the job is not running, or another instance has it
   */
  static Optional<JobLease> acquire(JobDao jobs, UUID jobId, String owner) {
    if (!jobs.acquire(jobId, owner)) {
      return Optional.empty();
    }
    JobLease lease = new JobLease(jobs, jobId, owner);
    lease.renewal.startAfter(RENEWAL_INTERVAL);
    return Optional.of(lease);
  }

  UUID jobId() {
    return jobId;
  }

  /** Returns false when this instance does not have the job any more, or may not have it. */
  boolean isHeld() {
    return !lost && !Thread.currentThread().isInterrupted();
  }

  /**
   * Checks that this instance still has the job.
   *
   * @throws JobLostException when it may not
   */
  void requireHeld() {
    if (!isHeld()) {
      throw new JobLostException();
    }
  }

  /** Extends the lease now; afterwards {@link #isHeld} tells whether the job is still running. */
  void renew() {
    long now = System.nanoTime();
    if (jobs.renew(jobId, owner)) {
      renewedAt = now;
    } else {
      lost = true;
      renewal.cancel();
    }
  }

  private void failed(RuntimeException e) {
    LOGGER.debug("The lease on job {} was not renewed", jobId, e);
    if (System.nanoTime() - renewedAt > LENGTH.toNanos() / 2) {
      lost = true;
    }
  }

  /**
   * Shows the users of the job what it waits for. If Cassandra does not answer, the message is only
   * logged.
   *
   * @param message null when the job no longer waits
   */
  void report(@Nullable String message) {
    try {
      jobs.report(jobId, message);
    } catch (DriverException e) {
      LOGGER.info("Job {}: the message '{}' was not stored: {}", jobId, message, e.toString());
    }
  }

  /** Finishes the job, unless it is no longer this instance's, or was paused or cancelled. */
  void finish(JobState state, @Nullable String message) {
    jobs.finish(jobId, owner, state.text(), message, Instant.now());
  }

  /** Stops renewing, and leaves the job to any instance. */
  @Override
  public void close() {
    renewal.cancel();
    try {
      jobs.release(jobId, owner);
    } catch (DriverException e) {
      LOGGER.debug("The lease on job {} will expire by itself", jobId, e);
    }
  }
}
