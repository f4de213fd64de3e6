package dev.cinedex.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.testing.CapturedLog;
import org.junit.jupiter.api.Test;

class AuditEventTest {
  @Test
  void noTextCanEndALineOrHideInIt() throws Exception {
    String hostile = "ann\n{\"caller\":\"bob\"}\r\u0085\u2028\u2029\u009b\u202e\u0000j\u00f6rg";
    String line;
    try (CapturedLog log = new CapturedLog(AuditEvent.LOGGER_NAME)) {
      AuditEvent.at("now").with("caller", hostile).with("version", null).write();
      line = log.messages().get(0);
    }

    assertThat(line).matches("[ -~]+").doesNotContain("version");
    assertThat(new ObjectMapper().readTree(line).get("caller").asText()).isEqualTo(hostile);
  }
}
