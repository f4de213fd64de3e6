package dev.cinedex.cassandra;

import dev.cinedex.errors.CinedexException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a pass of work again and again, on a thread of its own. Between the end of a pass and the
 * beginning of the next it pauses for the interval.
 */
public final class PeriodicTask {
  private static final Logger LOGGER = LoggerFactory.getLogger(PeriodicTask.class);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Duration interval;
  private final Pass pass;
  private final OnFailure onFailure;
  private final Thread thread;
  private final Semaphore wakings = new Semaphore(0);
  private volatile Duration firstDelay = Duration.ZERO;

  /** The work of one pass. The task ends when it throws an {@link InterruptedException}. */
  @FunctionalInterface
  public interface Pass {
    void run() throws InterruptedException;
  }

  /** Handles a failed pass and returns the pause before the next one. */
  @FunctionalInterface
  private interface OnFailure {
    Duration nextPause(RuntimeException failure, Duration lastPause);
  }

  /**
   * Creates a task that logs its failures, and that runs less often while Cassandra fails.
   *
   * @param name names the work, for the thread and the log
   */
  public PeriodicTask(String name, Duration interval, Pass pass) {
    this((failure, lastPause) -> slowDown(name, failure, lastPause), name, interval, pass);
  }

  /**
   * Creates a task that keeps its interval, also after a failure.
   *
   * @param name names the work, for the thread
   * @param failures receives the exception of each failed pass
   */
  public PeriodicTask(
      String name, Duration interval, Pass pass, Consumer<RuntimeException> failures) {
    this(
        (failure, lastPause) -> {
          failures.accept(failure);
          return interval;
        },
        name,
        interval,
        pass);
  }

  private PeriodicTask(OnFailure onFailure, String name, Duration interval, Pass pass) {
    this.onFailure = onFailure;
    this.interval = interval;
    this.pass = pass;
    this.thread = new Thread(this::runPasses, name);
    thread.setDaemon(true);
  }

  /** Starts the task; its first pass begins at once. */
  public void start() {
    thread.start();
  }

  /** Starts the task; its first pass begins after a delay. */
  public void startAfter(Duration delay) {
    firstDelay = delay;
    thread.start();
  }

  /** Begins the next pass at once, if the task is running. */
  public void wake() {
    wakings.release();
  }

  /** Ends the task after the running pass, without waiting for it. A pass may end its own task. */
  public void cancel() {
    thread.interrupt();
  }

  /**
   * Ends the task and waits for the running pass.
   *
   * @return false when the pass is still running at the end of the limit
   */
  public boolean stop(Duration limit) throws InterruptedException {
    cancel();
    thread.join(limit.toMillis());
    return !thread.isAlive();
  }

  private void runPasses() {
    try {
      Thread.sleep(firstDelay.toMillis());
      Duration pause = interval;
      while (true) {
        wakings.drainPermits();
        pause = runPass(pause);
        if (wakings.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          LOGGER.debug("The {} was woken", thread.getName());
        }
      }
    } catch (InterruptedException e) {
      LOGGER.debug("The {} ends", thread.getName());
    }
  }

  private Duration runPass(Duration lastPause) throws InterruptedException {
    try {
      pass.run();
      return interval;
    } catch (RuntimeException e) {
      return onFailure.nextPause(e, lastPause);
    }
  }

  /** Logs a failure, and doubles the pause when Cassandra failed: it is probably overloaded. */
  private static Duration slowDown(String name, RuntimeException failure, Duration lastPause) {
    if (Failures.isUnavailable(failure) || Failures.isRefusal(failure)) {
      Duration doubled = lastPause.multipliedBy(2);
      Duration pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
      LOGGER.warn(
          "Cassandra failed a pass of the {}; the next pass begins in {} s: {}",
          name,
          pause.toSeconds(),
          failure.toString());
      return pause;
    }
    if (failure instanceof CinedexException) {
      LOGGER.warn("The {} waits: {}", name, failure.getMessage());
    } else {
      LOGGER.error(
          "A pass of the {} failed; the next pass begins in {} s",
          name,
          lastPause.toSeconds(),
          failure);
    }
    return lastPause;
  }
}
