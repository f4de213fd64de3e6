package dev.cinedex.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What a logger writes, from {@code INFO} up, until this is closed. */
public final class CapturedLog implements AutoCloseable {
  private final ListAppender<ILoggingEvent> events = new ListAppender<>();
  private final Logger logger;
  private final @Nullable Level level;

  public CapturedLog(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    level = logger.getLevel();
    logger.setLevel(Level.INFO); // whatever the tests before have set for all
    events.start();
    logger.addAppender(events);
  }

  public CapturedLog(Class<?> type) {
    this(type.getName());
  }

  public List<String> messages() {
    return List.copyOf(events.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(events);
    logger.setLevel(level);
  }
}
