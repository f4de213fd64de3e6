package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.cassandra.PeriodicTask;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part that one instance has in a job: it leads the job, or it takes slices, or both. A thread
 * renews it until it is closed. When the process dies it expires, and others take over.
 */
final class JobLease implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobLease.class);
  static final Duration LENGTH = Duration.ofSeconds(JobDao.LEASE_SECONDS);
  private static final Duration RENEWAL_INTERVAL = Duration.ofSeconds(2);

  private final JobDao jobs;
  private final UUID jobId;
  private final String owner;
  private final boolean leads;
  private final String worker = UUID.randomUUID().toString();
  private final PeriodicTask renewal =
      new PeriodicTask("job-lease", RENEWAL_INTERVAL, this::renew, this::failed);
  private volatile long renewedAt = System.nanoTime();
  private volatile boolean lost;
  private volatile boolean works;
  private volatile Set<String> workers = Set.of();

  JobLease(JobDao jobs, UUID jobId, String owner) {
    this(jobs, jobId, owner, true);
  }

  private JobLease(JobDao jobs, UUID jobId, String owner, boolean leads) {
    this.jobs = jobs;
    this.jobId = jobId;
    this.owner = owner;
    this.leads = leads;
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

  /**
   * Joins those that take slices of a job, which another instance leads.
   *
   * @return empty when the job is not running
   */
  static Optional<JobLease> join(JobDao jobs, UUID jobId, String owner) {
    JobLease lease = new JobLease(jobs, jobId, owner, false);
    lease.work();
    if (lease.lost) {
      return Optional.empty();
    }
    lease.renewal.startAfter(RENEWAL_INTERVAL);
    return Optional.of(lease);
  }

  /** Begins to take slices; from then on others may join. */
  void work() {
    if (!works) {
      works = true;
      renew();
    }
  }

  UUID jobId() {
    return jobId;
  }

  /** Returns whether this instance draws the consequences when all slices are finished. */
  boolean leads() {
    return leads;
  }

  /** Returns the name under which this run of the job takes slices. */
  String worker() {
    return worker;
  }

  /** Returns the number of runs that take slices, 1 or more. */
  int workers() {
    return Math.max(1, workers.size());
  }

  /** Returns whether a run still takes slices. */
  boolean isWorker(String name) {
    if (!workers.contains(name)) {
      readWorkers(); // it may be new
    }
    return workers.contains(name);
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
    if ((!leads || jobs.renew(jobId, owner)) && (!works || jobs.join(jobId, Set.of(worker)))) {
      renewedAt = now;
      if (works) {
        readWorkers();
      }
    } else {
      lost = true;
      renewal.cancel();
    }
  }

  private void readWorkers() {
    JobRow row = jobs.find(jobId);
    workers = row == null ? Set.of() : Set.copyOf(row.workers());
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

  /** Stops renewing, and leaves the job to other instances. */
  @Override
  public void close() {
    renewal.cancel();
    try {
      if (works) {
        jobs.leave(jobId, Set.of(worker));
      }
      if (leads) {
        jobs.release(jobId, owner);
      }
    } catch (DriverException e) {
      LOGGER.debug("The lease on job {} will expire by itself", jobId, e);
    }
  }
}
