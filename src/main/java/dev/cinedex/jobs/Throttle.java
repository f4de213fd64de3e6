package dev.cinedex.jobs;

import com.google.common.util.concurrent.RateLimiter;
import dev.cinedex.cassandra.Backoff;
import dev.cinedex.cassandra.Failures;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits how fast this instance reads rows for a job, and repeats its work until Cassandra has
 * answered. The rate starts at the limit. When Cassandra fails, it becomes half of what was
 * achieved; each success then raises it by a tenth.
 */
final class Throttle {
  private static final double MIN_RATE = 10;
  private static final double UNLIMITED = 1_000_000;
  private static final double RECOVERY = 1.1;
  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** The longest wait before the lease is checked again. */
  private static final Duration STEP = Duration.ofMillis(200);

  /** Older progress counts half. */
  private static final double MEMORY_SECONDS = 10;

  /** Failures within one second count as one. */
  private static final double SAME_FAILURE_SECONDS = 1;

  private final JobLease lease;
  private final double limit;
  private final RateLimiter rate;
  private final LongSupplier nanoTime;
  private long since;
  private double rows;

  /**
   * Creates a throttle at the rate of its limit.
   *
   * @param rowsPerSecond 0 for no limit
   * @param lease is checked while the work waits, and told why it waits
   */
  Throttle(int rowsPerSecond, JobLease lease) {
    this(rowsPerSecond, lease, System::nanoTime);
  }

  Throttle(int rowsPerSecond, JobLease lease, LongSupplier nanoTime) {
    this.lease = lease;
    this.limit = rowsPerSecond == 0 ? UNLIMITED : rowsPerSecond;
    this.rate = RateLimiter.create(share());
    this.nanoTime = nanoTime;
    this.since = nanoTime.getAsLong();
  }

  /** Returns this instance's share of the limit: the instances that work on the job divide it. */
  private double share() {
    return limit / lease.workers();
  }

  /** Returns the highest rate that is allowed now, in rows per second. */
  double rate() {
    return rate.getRate();
  }

  /** A part of a job's work. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws InterruptedException;
  }

  /**
   * Runs a part of the work, and repeats it until Cassandra has answered all of it.
   *
   * @param read the number of rows that the work reads; 0 if they are counted elsewhere
   * @param work harmless to do twice
   * @throws JobLostException if the lease is lost before the work begins, or while it waits
   */
  <T> T run(int read, Work<T> work) throws InterruptedException {
    for (int failures = 0; ; failures++) {
      awaitPermits(read);
      try {
        T result = work.run();
        accelerate(read);
        if (failures > 0) {
          lease.report(null);
        }
        return result;
      } catch (RuntimeException e) {
        if (!Failures.isRetryable(e)) {
          throw e;
        }
        if (Failures.isUnavailable(e)) {
          slowDown();
        }
        lease.report("Waits, and then tries again: " + e.getMessage());
        sleep(PAUSES.limit(failures));
      }
    }
  }

  private synchronized void accelerate(int read) {
    rows += read;
    rate.setRate(Math.min(share(), rate.getRate() * RECOVERY));
    if (seconds() > MEMORY_SECONDS) {
      rows /= 2;
      since += (long) (MEMORY_SECONDS / 2 * 1e9);
    }
  }

  private synchronized void slowDown() {
    double seconds = seconds();
    if (seconds < SAME_FAILURE_SECONDS) {
      return;
    }
    double achieved = rows == 0 ? rate.getRate() : Math.min(rate.getRate(), rows / seconds);
    rate.setRate(Math.min(share(), Math.max(MIN_RATE, achieved / 2)));
    since = nanoTime.getAsLong();
    rows = 0;
  }

  private double seconds() {
    return (nanoTime.getAsLong() - since) / 1e9;
  }

  /** Waits in short steps, so that a job that is paused or cancelled stops at once. */
  private void awaitPermits(int read) throws InterruptedException {
    lease.requireHeld();
    while (read > 0 && !rate.tryAcquire(read, STEP)) { // which does not wait if that is not enough
      Thread.sleep(STEP.toMillis());
      lease.requireHeld();
    }
  }

  private void sleep(Duration pause) throws InterruptedException {
    for (Duration slept = Duration.ZERO; slept.compareTo(pause) < 0; slept = slept.plus(STEP)) {
      lease.requireHeld();
      Thread.sleep(STEP.toMillis());
    }
  }
}
