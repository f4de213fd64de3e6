package dev.cinedex.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.health.HealthCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The results of a doctor, as health and as metrics. */
class DoctorTest {
  private static final CheckResult FINE = CheckResult.ok("a", "fine");
  private static final CheckResult ODD = CheckResult.warning("b", "odd", "It means.", "Do it.");
  private static final CheckResult BAD = CheckResult.error("c", "bad", "It means.", "Mend it.");

  @Test
  void everyCheckHasANameOfItsOwn() {
    assertThat(Doctor.CHECKS).extracting(Check::name).doesNotHaveDuplicates().hasSize(14);
  }

  @Test
  void everyCheckIsDocumentedInItsOrder() throws IOException {
    String page = Files.readString(Path.of("src", "docs", "operations.md"));

    assertThat(page)
        .containsSubsequence(
            Doctor.CHECKS.stream().map(check -> "\n| `" + check.name() + "` | ").toList());
  }

  @Test
  void withoutAConnectionNothingElseIsChecked() {
    List<CheckResult> results = Doctor.withoutSession("No Cassandra answers at a:9042");

    assertThat(results).hasSameSizeAs(Doctor.CHECKS);
    assertThat(results.get(0).found()).isEqualTo("No Cassandra answers at a:9042");
    assertThat(results.get(0).level()).isEqualTo(Level.ERROR);
    assertThat(results.subList(1, results.size()))
        .allMatch(result -> result.level() == Level.NOT_CHECKED)
        .allMatch(result -> result.found().equals("not checked, because 'connection' failed"));
  }

  @Test
  void onlyAnErrorIsUnhealthy() {
    HealthCheck.Result healthy = RepeatedChecks.health(List.of(FINE, ODD));
    HealthCheck.Result unhealthy = RepeatedChecks.health(List.of(FINE, ODD, BAD));

    assertThat(healthy.isHealthy()).isTrue();
    assertThat(healthy.getMessage()).isEqualTo("b: odd");
    assertThat(unhealthy.isHealthy()).isFalse();
    assertThat(unhealthy.getMessage()).isEqualTo("c: bad. Mend it.");
    assertThat(RepeatedChecks.health(Doctor.beforeTheFirst()).isHealthy()).isTrue();
  }

  @Test
  void theMetricIsOneForTheLevelOfEachCheck() {
    Map<List<String>, Double> values = RepeatedChecks.values(List.of(FINE, BAD));

    assertThat(values)
        .hasSize(8)
        .containsEntry(List.of("a", "ok"), 1.0)
        .containsEntry(List.of("a", "error"), 0.0)
        .containsEntry(List.of("c", "error"), 1.0)
        .containsEntry(List.of("c", "not_checked"), 0.0);
  }

  @Test
  void theWorstOfSeveralIsTold() {
    assertThat(CheckResult.worst(List.of(FINE, BAD, ODD))).isEqualTo(BAD);
    assertThat(CheckResult.worst(List.of(FINE, FINE))).isEqualTo(FINE);
  }
}
