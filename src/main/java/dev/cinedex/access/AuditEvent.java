package dev.cinedex.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
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

  private static final Logger LOGGER = LoggerFactory.getLogger(LOGGER_NAME);
  private static final ObjectMapper JSON = new ObjectMapper();

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

  /** Writes the event. Jackson escapes what could end the line. */
  public void write() {
    try {
      LOGGER.info("{}", JSON.writeValueAsString(fields));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
