package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.errors.CinedexException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does a pass of work again and again on a thread of its own, and less often while it fails. */
public final class PeriodicTask {
  private static final Logger LOGGER = LoggerFactory.getLogger(PeriodicTask.class);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Duration interval;
  private final Pass pass;
  private final Thread thread;

  /** What is done each time. */
  @FunctionalInterface
  public interface Pass {
    void run() throws InterruptedException;
  }

  /**
   * @param name of what it does, for its thread and its log
   * @param interval between two passes
   */
  public PeriodicTask(String name, Duration interval, Pass pass) {
    this.interval = interval;
    this.pass = pass;
    this.thread = new Thread(this::runForEver, name);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /**
   * @param limit how long to wait for the pass under way
   */
  public void stop(Duration limit) throws InterruptedException {
    thread.interrupt();
    thread.join(limit.toMillis());
  }

  private void runForEver() {
    Duration pause = interval;
    while (true) {
      try {
        pass.run();
        pause = interval;
      } catch (InterruptedException e) {
        return;
      } catch (DriverException e) {
        // Most likely it has too much to do: this can wait.
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
        LOGGER.warn(
            "Cassandra fails the {}; next try in {} s: {}",
            thread.getName(),
            pause.toSeconds(),
            e.toString());
      } catch (CinedexException e) {
        LOGGER.warn("The {} waits: {}", thread.getName(), e.getMessage());
      } catch (RuntimeException e) {
        LOGGER.error(
            "A pass of the {} failed; next try in {} s", thread.getName(), pause.toSeconds(), e);
      }
      try {
        Thread.sleep(pause.toMillis());
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
