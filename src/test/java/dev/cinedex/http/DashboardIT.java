package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Prometheus answers every query of the dashboard, and every rule of the alerts. */
class DashboardIT {
  private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}");

  @TempDir private Path directory;

  @Test
  void everyPanelHasData() throws Exception {
    try (Prometheus prometheus = Prometheus.start(directory);
        Traffic traffic = new Traffic()) {
      Awaitility.await()
          .pollInterval(Duration.ofMillis(500))
          .atMost(Duration.ofSeconds(90))
          .untilAsserted(
              () -> {
                traffic.flow();
                assertThat(withoutData(prometheus)).isEmpty();
              });
      assertThat(prometheus.api("rules").findValuesAsText("health"))
          .hasSizeGreaterThan(10)
          .containsOnly("ok");
    }
  }

  private static List<Dashboard.Query> withoutData(Prometheus prometheus) {
    return Dashboard.queries().stream().filter(query -> !hasData(prometheus, query)).toList();
  }

  private static boolean hasData(Prometheus prometheus, Dashboard.Query query) {
    String expression =
        query.expression().replace("$__rate_interval", "20s").replace("$instance", ".*");
    JsonNode answer;
    try {
      answer = prometheus.query(expression);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(expression, e);
    }
    assertThat(answer.path("status").asText()).as(expression + answer).isEqualTo("success");
    Set<String> labels = labels(query.legend());
    return StreamSupport.stream(answer.at("/data/result").spliterator(), false)
        .anyMatch(series -> isNumber(series) && names(series.get("metric")).containsAll(labels));
  }

  private static boolean isNumber(JsonNode series) {
    return Double.isFinite(
        Double.parseDouble(series.at("/value/1").asText().replace("Inf", "NaN")));
  }

  private static Set<String> labels(String legend) {
    Set<String> labels = new TreeSet<>();
    LABEL.matcher(legend).results().map((MatchResult found) -> found.group(1)).forEach(labels::add);
    return labels;
  }

  private static Set<String> names(JsonNode labels) {
    Set<String> names = new TreeSet<>();
    labels.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
