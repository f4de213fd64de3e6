package dev.cinedex.jobs;

import com.google.common.util.concurrent.RateLimiter;
import dev.cinedex.cassandra.Failures;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How fast a job goes: as fast as it may, and half as fast as it went whenever Cassandra does not
 * keep up; then a little faster again with each success.
 */
final class Throttle {
  private static final double LEAST_RATE = 10;
  private static final double UNLIMITED = 1_000_000;
  private static final double RECOVERY = 1.1;
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private static final Duration STEP = Duration.ofMillis(200);

  /** What went longer ago counts half, and so on. */
  private static final double MEMORY_SECONDS = 10;

  /** One failure seldom comes alone: those that follow at once are of the same trouble. */
  private static final double SAME_TROUBLE_SECONDS = 1;

  private final Ownership ownership;
  private final double limit;
  private final RateLimiter rate;
  private final LongSupplier nanoTime;
  private long since;
  private double rows;

  /**
   * @param rowsPerSecond 0 for no limit
   */
  Throttle(int rowsPerSecond, Ownership ownership) {
    this(rowsPerSecond, ownership, System::nanoTime);
  }

  Throttle(int rowsPerSecond, Ownership ownership, LongSupplier nanoTime) {
    this.ownership = ownership;
    this.limit = rowsPerSecond == 0 ? UNLIMITED : rowsPerSecond;
    this.rate = RateLimiter.create(limit);
    this.nanoTime = nanoTime;
    this.since = nanoTime.getAsLong();
  }

  /** Rows a second, at most. */
  double rate() {
    return rate.getRate();
  }

  /** A part of a job's work. */
  @FunctionalInterface
  interface Part<T> {
    T run() throws InterruptedException;
  }

  /**
   * Does a part of the work, again and again until Cassandra has answered all of it.
   *
   * @param read rows that it reads; 0 when they are counted elsewhere
   * @param part harmless to do twice
   * @throws JobLostException when the job is not this instance's any more, before the part is begun
   */
  <T> T pass(int read, Part<T> part) throws InterruptedException {
    Duration pause = Duration.ZERO;
    while (true) {
      waitForPermits(read);
      try {
        T result = part.run();
        faster(read);
        if (!pause.isZero()) {
          ownership.say(null);
        }
        return result;
      } catch (RuntimeException e) {
        if (!Failures.isRetryable(e)) {
          throw e;
        }
        if (Failures.isUnavailable(e)) {
          slower();
        }
        ownership.say("Waits, and then tries again: " + e.getMessage());
        pause = pause.isZero() ? SHORTEST_PAUSE : pause.multipliedBy(2);
        pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        sleep(pause);
      }
    }
  }

  private synchronized void faster(int read) {
    rows += read;
    rate.setRate(Math.min(limit, rate.getRate() * RECOVERY));
    if (seconds() > MEMORY_SECONDS) {
      rows /= 2;
      since += (long) (MEMORY_SECONDS / 2 * 1e9);
    }
  }

  private synchronized void slower() {
    double seconds = seconds();
    if (seconds < SAME_TROUBLE_SECONDS) {
      return;
    }
    double achieved = rows == 0 ? rate.getRate() : Math.min(rate.getRate(), rows / seconds);
    rate.setRate(Math.min(limit, Math.max(LEAST_RATE, achieved / 2)));
    since = nanoTime.getAsLong();
    rows = 0;
  }

  private double seconds() {
    return (nanoTime.getAsLong() - since) / 1e9;
  }

  /** In short steps: a job that is paused or cancelled does not wait for its turn. */
  private void waitForPermits(int read) throws InterruptedException {
    ownership.check();
    while (read > 0 && !rate.tryAcquire(read, STEP)) {
      ownership.check();
    }
  }

  private void sleep(Duration pause) throws InterruptedException {
    for (Duration slept = Duration.ZERO; slept.compareTo(pause) < 0; slept = slept.plus(STEP)) {
      ownership.check();
      Thread.sleep(STEP.toMillis());
    }
  }
}
