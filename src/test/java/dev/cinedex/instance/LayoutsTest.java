package dev.cinedex.instance;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.logging.common.layout.DiscoverableLayoutFactory;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The layouts of the log that {@code config.yml} can name. */
class LayoutsTest {
  private static final ObjectMapper MAPPER = Jackson.newObjectMapper();
  private static final String FORGED = "no\nERROR 2026-01-01 Ledger: all is lost";

  private final LoggerContext context = new LoggerContext();

  @Test
  void aLineHasItsRequest() throws Exception {
    assertThat(logged("line", "Hello", null, Map.of("requestId", "r1")))
        .matches("WARN  \\S+ \\S+ Here: Hello request=r1\\R");
    assertThat(logged("line", "Hello", null, Map.of())).matches("WARN  \\S+ \\S+ Here: Hello\\R");
  }

  @ParameterizedTest
  @ValueSource(strings = {"line", "json"})
  void textOfAUserMakesNoLineOfItsOwn(String type) throws Exception {
    List<String> message = logged(type, FORGED, null, Map.of()).lines().toList();
    assertThat(message).hasSize(1);

    String trace = logged(type, "x", new IllegalStateException(FORGED), Map.of());
    assertThat(trace.lines().filter(line -> line.startsWith("ERROR"))).isEmpty();
    assertThat(trace).contains("all is lost");
  }

  @Test
  void jsonHasTheRequestAndEscapesTheText() throws Exception {
    String line = logged("json", FORGED, null, Map.of("requestId", "r1"));

    assertThat(MAPPER.readTree(line).get("message").asText()).isEqualTo(FORGED);
    assertThat(MAPPER.readTree(line).at("/mdc/requestId").asText()).isEqualTo("r1");
  }

  private String logged(
      String type,
      String message,
      @org.jspecify.annotations.Nullable Throwable thrown,
      Map<String, String> mdc)
      throws Exception {
    DiscoverableLayoutFactory<ILoggingEvent> factory =
        MAPPER.readValue(
            "{\"type\":\"%s\"}".formatted(type),
            MAPPER
                .getTypeFactory()
                .constructParametricType(DiscoverableLayoutFactory.class, ILoggingEvent.class));
    LayoutBase<ILoggingEvent> layout = factory.build(context, TimeZone.getDefault());
    layout.start();
    LoggingEvent event =
        new LoggingEvent("", context.getLogger("Here"), Level.WARN, message, thrown, null);
    event.setMDCPropertyMap(mdc);
    return layout.doLayout(event);
  }
}
