package dev.cinedex.files;

import dev.cinedex.errors.StartupException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the content that a file had when it was last read. When the file cannot be read or trusted
 * any more, the last good content stays.
 */
public final class FollowedFile<T> {
  private static final Logger LOGGER = LoggerFactory.getLogger(FollowedFile.class);

  private final String name;
  private final Supplier<T> reading;
  private volatile T content;
  private volatile String reason = "";

  /**
   * Reads the file.
   *
   * @param name of the file in the log
   * @param reading reads the file, or throws a {@link StartupException}
   * @throws StartupException when it cannot be read or trusted
   */
  public FollowedFile(String name, Supplier<T> reading) {
    this.name = name;
    this.reading = reading;
    this.content = reading.get();
  }

  public T content() {
    return content;
  }

  /** Reads the file again. The log has each new reason why that is impossible, once. */
  public void reload() {
    try {
      content = reading.get();
      if (!isCurrent()) {
        LOGGER.info("{} can be read again", name);
      }
      reason = "";
    } catch (StartupException e) {
      stay(e, () -> LOGGER.warn("What was read last stays valid. {}", e.getMessage()));
    } catch (RuntimeException e) { // of a library that did not expect such a file
      stay(e, () -> LOGGER.warn("What was read last stays valid. {} cannot be read", name, e));
    }
  }

  private void stay(RuntimeException failure, Runnable log) {
    String now = failure.toString();
    if (!now.equals(reason)) {
      log.run();
    }
    reason = now;
  }

  /** Returns whether the last reading succeeded. */
  public boolean isCurrent() {
    return reason.isEmpty();
  }
}
