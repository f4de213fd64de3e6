package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.testing.Json.quoted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The alerts for Prometheus, and the guide to the metrics. */
class AlertsIT {
  private static final String RULES = "docker/alerts.yml";
  private static final Path TESTS = Path.of("src", "test", "resources", "alerts_test.yml");
  private static final Pattern METRIC = Pattern.compile("cinedex_[a-z_]+");

  @ParameterizedTest
  @ValueSource(strings = {RULES, "src/docs/operations.md"})
  void everyMetricThatIsNamedExists(String file) throws IOException {
    List<String> named =
        METRIC
            .matcher(Files.readString(Path.of(file)))
            .results()
            .map(MatchResult::group)
            .distinct()
            .toList();
    assertThat(named).hasSizeGreaterThan(10);
    post(quoted("{'title':'Alerted','releaseYear':2000,'genres':['Alerted']}"));
    get("/genres/Alerted/movies?read=verified");

    Awaitility.await()
        .atMost(Duration.ofSeconds(30)) // the drift sampler, and each gauge, has been asked
        .untilAsserted(
            () -> {
              List<String> lines = TestService.scrape().lines().toList();
              assertThat(named)
                  .allMatch(name -> lines.stream().anyMatch(line -> line.startsWith(name)));
            });
  }

  @Test
  void everyAlertHasATestAndSaysWhatToDo() throws IOException {
    TreeSet<String> alerts = new TreeSet<>();
    for (JsonNode rule : new YAMLMapper().readTree(Path.of(RULES).toFile()).at("/groups/0/rules")) {
      alerts.add(rule.get("alert").asText());
      assertThat(rule.at("/annotations/summary").asText()).isNotBlank();
      assertThat(rule.at("/annotations/action").asText()).isNotBlank();
      assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning");
    }
    JsonNode tests = new YAMLMapper().readTree(TESTS.toFile()).get("tests");

    assertThat(new TreeSet<>(tests.findValuesAsText("alertname"))).isEqualTo(alerts);
  }

  @Test
  void everyAlertIsQuietOnceAndFiresOnce() throws IOException, InterruptedException {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/promtool")),
        "promtool is not installed: the alerts are not tried");
    Process promtool =
        new ProcessBuilder("promtool", "test", "rules", TESTS.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(promtool.getInputStream().readAllBytes(), UTF_8);

    assertThat(promtool.waitFor()).as(output).isZero();
  }
}
