package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.google.common.util.concurrent.RateLimiter;
import dev.cinedex.cassandra.ClockSkewException;
import dev.cinedex.cassandra.StaleCatalogException;
import java.time.Duration;

/**
 * How fast a job goes: as fast as it may, and half as fast whenever Cassandra does not keep up;
 * then a little faster again with each success.
 */
final class Throttle {
  private static final double LEAST_RATE = 10;
  private static final double UNLIMITED = 1_000_000;
  private static final double RECOVERY = 1.1;
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private static final Duration STEP = Duration.ofMillis(200);

  private final Ownership ownership;
  private final double limit;
  private final RateLimiter rate;

  /**
   * @param rowsPerSecond 0 for no limit
   */
  Throttle(int rowsPerSecond, Ownership ownership) {
    this.ownership = ownership;
    this.limit = rowsPerSecond == 0 ? UNLIMITED : rowsPerSecond;
    this.rate = RateLimiter.create(limit);
  }

  /** A part of a job's work. */
  @FunctionalInterface
  interface Part<T> {
    T run() throws InterruptedException;
  }

  /**
   * Does a part of the work, again and again until Cassandra has answered all of it.
   *
   * @param rows that it reads
   * @param part harmless to do twice
   * @throws JobLostException when the job is not this instance's any more, before the part is begun
   */
  <T> T pass(int rows, Part<T> part) throws InterruptedException {
    Duration pause = Duration.ZERO;
    while (true) {
      waitForPermits(rows);
      long begun = System.nanoTime();
      try {
        T result = part.run();
        rate.setRate(Math.min(limit, rate.getRate() * RECOVERY));
        if (!pause.isZero()) {
          ownership.say(null);
        }
        return result;
      } catch (DriverException | ClockSkewException | StaleCatalogException e) {
        if (!mayPass(e)) {
          throw e;
        }
        double seconds = Math.max(1e-3, (System.nanoTime() - begun) / 1e9);
        double now = Math.min(rate.getRate(), Math.max(1, rows) / seconds);
        rate.setRate(Math.min(limit, Math.max(LEAST_RATE, now / 2)));
        ownership.say("Waits, and then tries again: " + e.getMessage());
        pause = pause.isZero() ? SHORTEST_PAUSE : pause.multipliedBy(2);
        pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        sleep(pause);
      }
    }
  }

  /** In short steps: a job that is paused or cancelled does not wait for its turn. */
  private void waitForPermits(int rows) throws InterruptedException {
    ownership.check();
    while (rows > 0 && !rate.tryAcquire(rows, STEP)) {
      ownership.check();
    }
  }

  private void sleep(Duration pause) throws InterruptedException {
    for (Duration slept = Duration.ZERO; slept.compareTo(pause) < 0; slept = slept.plus(STEP)) {
      ownership.check();
      Thread.sleep(STEP.toMillis());
    }
  }

  private static boolean mayPass(RuntimeException e) {
    return e instanceof AllNodesFailedException
        || e instanceof DriverTimeoutException
        || e instanceof ClockSkewException
        || e instanceof StaleCatalogException
        || (e instanceof CoordinatorException && !(e instanceof QueryValidationException));
  }
}
