package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.google.common.util.concurrent.RateLimiter;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How fast a job goes: as fast as it may, and half as fast whenever Cassandra does not keep up;
 * then a little faster again with each success.
 */
final class Throttle {
  private static final double LEAST_RATE = 10;
  private static final double UNLIMITED = 1_000_000;
  private static final double RECOVERY = 1.1;
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final double limit;
  private final RateLimiter rate;

  /**
   * @param rowsPerSecond 0 for no limit
   */
  Throttle(int rowsPerSecond) {
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
   * @param waiting is told why it has to be done again
   */
  <T> T pass(int rows, Part<T> part, Consumer<String> waiting) throws InterruptedException {
    Duration pause = Duration.ofSeconds(1);
    while (true) {
      if (rows > 0) {
        rate.acquire(rows);
      }
      long begun = System.nanoTime();
      try {
        T result = part.run();
        rate.setRate(Math.min(limit, rate.getRate() * RECOVERY));
        return result;
      } catch (DriverException e) {
        if (!mayPass(e)) {
          throw e;
        }
        double seconds = Math.max(1e-3, (System.nanoTime() - begun) / 1e9);
        double now = Math.min(rate.getRate(), Math.max(1, rows) / seconds);
        rate.setRate(Math.max(LEAST_RATE, now / 2));
        waiting.accept("Cassandra does not keep up: " + e.getClass().getSimpleName());
        Thread.sleep(pause.toMillis());
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                ? pause.multipliedBy(2)
                : LONGEST_PAUSE;
      }
    }
  }

  private static boolean mayPass(DriverException e) {
    return e instanceof AllNodesFailedException
        || e instanceof DriverTimeoutException
        || (e instanceof CoordinatorException && !(e instanceof QueryValidationException));
  }
}
