package dev.cinedex.access;

import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AsyncAppenderBase;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that somebody did, or was refused: one line of JSON. The logger has an appender of its
 * own in {@code config.yml}, which keeps these lines apart from the log and drops none.
 */
public final class AuditEvent {
  static final String LOGGER_NAME = "cinedex.audit";

  private static final int MAX_FLUSH_MILLIS = 10_000;

  private static final Logger LOGGER = LoggerFactory.getLogger(LOGGER_NAME);
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final Map<String, Object> fields = new LinkedHashMap<>();

  private AuditEvent() {}

  /**
   * Begins an event.
   *
   * @param time in ISO 8601
   */
  public static AuditEvent at(String time) {
    return new AuditEvent().with("time", time);
  }

  /** Adds a field, unless its value is null. */
  public AuditEvent with(String field, @Nullable Object value) {
    if (value != null) {
      fields.put(field, value);
    }
    return this;
  }

  /** Writes the event, in ASCII: what could end a line, or look like it, is escaped. */
  public void write() {
    try {
      LOGGER.info("{}", JSON.writeValueAsString(fields));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Writes the events that wait, for at most ten seconds, and stops the appenders. Dropwizard does
   * so only with those of the root logger.
   */
  public static void stop() {
    if (LOGGER instanceof ch.qos.logback.classic.Logger logger) {
      logger.iteratorForAppenders().forEachRemaining(AuditEvent::stop);
    }
  }

  private static void stop(Appender<?> appender) {
    if (appender instanceof AsyncAppenderBase<?> queue) {
      queue.setMaxFlushTime(MAX_FLUSH_MILLIS);
    }
    appender.stop();
  }
}
