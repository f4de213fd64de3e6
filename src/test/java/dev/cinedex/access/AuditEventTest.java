package dev.cinedex.access;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class AuditEventTest {
  @Test
  void noTextCanEndALineOrHideInIt() throws Exception {
    String hostile = "ann\n{\"caller\":\"bob\"}\r\u0085\u2028\u2029\u009b\u202e\u0000j\u00f6rg";
    Logger logger = (Logger) LoggerFactory.getLogger(AuditEvent.LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    logger.setLevel(Level.INFO);
    try {
      AuditEvent.at("now").with("caller", hostile).with("version", null).write();
    } finally {
      logger.detachAppender(log);
    }

    String line = log.list.get(0).getFormattedMessage();
    assertThat(line).matches("[ -~]+").doesNotContain("version");
    assertThat(new ObjectMapper().readTree(line).get("caller").asText()).isEqualTo(hostile);
  }
}
