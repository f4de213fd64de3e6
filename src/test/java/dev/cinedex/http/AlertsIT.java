package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.cinedex.http.Prometheus.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The alerts for Prometheus, the dashboard, and the guide to the metrics. */
class AlertsIT {
  private static final String RULES = "docker/alerts.yml";
  private static final Path GUIDE = Path.of("src", "docs", "operations.md");
  private static final Path PROCEDURES = Path.of("src", "docs", "guide.md");
  private static final Path TESTS = Path.of("src", "test", "resources", "alerts_test.yml");

  @Test
  void everyMetricThatIsNamedExistsAndTheGuideHasAll() throws IOException {
    String guide = Files.readString(GUIDE);
    Set<String> used = Scrape.named(Files.readString(Path.of(RULES)));
    used.addAll(Scrape.named(Files.readString(Dashboard.FILE)));
    assertThat(used).hasSizeGreaterThan(40);

    try (Traffic traffic = new Traffic()) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(30)) // the drift sampler, and the watch of jobs, have looked
          .untilAsserted(
              () -> {
                traffic.flow();
                Scrape scrape = Scrape.now();
                assertThat(scrape.series()).containsAll(used);
                assertThat(Scrape.named(guide)).isEqualTo(scrape.ownMetrics());
              });
    }
  }

  @Test
  void everyAlertHasATestAndSaysWhatToDo() throws IOException {
    TreeSet<String> alerts = new TreeSet<>();
    String procedures = Files.readString(PROCEDURES);
    for (JsonNode rule : new YAMLMapper().readTree(Path.of(RULES).toFile()).at("/groups/0/rules")) {
      String alert = rule.get("alert").asText();
      alerts.add(alert);
      assertThat(procedures).contains("| `" + alert + "` |");
      assertThat(rule.at("/annotations/summary").asText()).isNotBlank();
      assertThat(rule.at("/annotations/action").asText()).isNotBlank();
      assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning");
    }
    JsonNode tests = new YAMLMapper().readTree(TESTS.toFile()).get("tests");

    assertThat(new TreeSet<>(tests.findValuesAsText("alertname"))).isEqualTo(alerts);
  }

  @Test
  void everyAlertIsQuietOnceAndFiresOnce() throws IOException, InterruptedException {
    Ended tested = Prometheus.promtool("", "test", "rules", TESTS.toString());

    assertThat(tested.exitCode()).as(tested.output()).isZero();
  }

  @Test
  void theConfigurationAndItsRulesAreValid() throws IOException, InterruptedException {
    Ended checked = Prometheus.promtool("", "check", "config", "docker/prometheus.yml");

    assertThat(checked.exitCode()).as(checked.output()).isZero();
  }

  /** The names of the HTTP server's metrics are not ours to choose. */
  @Test
  void prometheusHasNoFaultToFindWithCinedexsMetrics() throws IOException, InterruptedException {
    Ended checked = Prometheus.promtool(Scrape.now().text(), "check", "metrics");

    assertThat(checked.output().lines())
        .allMatch(line -> line.startsWith("io_dropwizard_") || line.startsWith("org_eclipse_"));
  }
}
