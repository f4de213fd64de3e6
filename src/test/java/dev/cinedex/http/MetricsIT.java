package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The metrics of the admin port. */
class MetricsIT {
  private static final String WRITES = "cinedex_claims_total{outcome=\"won\"}";
  private static final String CREATIONS =
      "cinedex_http_request_seconds_count{operation=\"createMovie\",status=\"201\"}";
  private static final String ROWS =
      "cinedex_rows_written_total{kind=\"insert\",table=\"movies_by_actor\"}";

  private static final String BYTES = "cinedex_written_bytes_total{table=\"movies_by_actor\"}";
  private static final String PROGRESS =
      "cinedex_job_progress_ratio{kind=\"verify\",state=\"paused\",table=\"movies_by_genre\"}";
  private static final Duration LONG = Duration.ofSeconds(40);

  @Test
  void aWriteIsCounted() throws IOException {
    List<String> names = List.of(WRITES, CREATIONS, ROWS);
    List<Double> before = names.stream().map(MetricsIT::value).toList();

    post(
        quoted("{'title':'Counted','releaseYear':2000,'genres':['G'],'actors':['%s','b']}")
            .formatted(UUID.randomUUID()));

    Awaitility.await()
        .untilAsserted(
            () -> {
              assertThat(value(WRITES)).isGreaterThanOrEqualTo(before.get(0) + 1);
              assertThat(value(CREATIONS)).isGreaterThanOrEqualTo(before.get(1) + 1);
              assertThat(value(ROWS)).isGreaterThanOrEqualTo(before.get(2) + 2);
              assertThat(value(BYTES)).isPositive();
            });
    assertThat(value("cinedex_projection_lag_seconds_count{by=\"writer\"}")).isPositive();
    assertThat(value("cinedex_batch_bytes_count")).isPositive();
    assertThat(value("cinedex_write_steps_total{step=\"settle\"}")).isPositive();
  }

  @Test
  void requestsAreCountedByOperation() {
    List<String> names = new ArrayList<>(OpenApi.committed().operationIds().values());
    names.addAll(List.of("other", "health")); // Jersey itself answers OPTIONS
    get("/actors/Counted%20Actor/movies");
    get("/nowhere/x/y/z");
    get("/movies/" + UUID.randomUUID());
    send("POST", "/movies", " ".repeat((1 << 20) + 1));
    send("OPTIONS", "/movies", "");

    assertThat(value(request("listMoviesByActor", 200))).isPositive();
    assertThat(value(request("other", 413))).isPositive();
    assertThat(value(request("other", 404))).isPositive();
    assertThat(value(request("findMovie", 404))).isPositive();
    assertThat(Scrape.now().operations()).isSubsetOf(names);
  }

  @Test
  void theServiceTellsHowItIs() {
    Awaitility.await().until(() -> value("cinedex_ready") == 1);
    assertThat(value("cinedex_catalog_age_seconds")).isBetween(0.0, 15.0);
    assertThat(value("cinedex_clock_skew_seconds")).isBetween(-2.0, 2.0);
    assertThat(value("cinedex_unsettled_movies")).isNotNegative();
    assertThat(value("cinedex_unsettled_oldest_seconds")).isNotNegative();
    assertThat(value("cinedex_sweeper_pass_timestamp_seconds")).isNotNegative();
    assertThat(value("jvm_threads_current")).isPositive();
    assertThat(value("cinedex_build_info{version=\"unpackaged\"}")).isEqualTo(1);
  }

  /** All instances have it from the catalog, so it also survives a restart. */
  @ThoroughTest
  void aTableHasTheTimeOfItsVerificationUntilItIsDropped() {
    send(
        "PUT",
        "/movies/" + UUID.randomUUID(),
        quoted("{'title':'Metered','releaseYear':1995,'genres':['Drama'],'actors':['Meter']}"));
    String table = "/lookups/movies_by_metered_title";
    String series = "cinedex_lookup_verified_timestamp_seconds{table=\"movies_by_metered_title\"}";
    JsonNode build =
        json(
            send(
                "POST",
                table + "/jobs",
                quoted("{'kind':'build','declaration':{'partition':['title']}}")));
    double began = Instant.parse(build.get("startedAt").asText()).toEpochMilli() / 1e3;

    Awaitility.await().atMost(LONG).until(() -> value(series) == began);
    assertThat(value("cinedex_lookup_gc_grace_seconds{table=\"movies_by_metered_title\"}"))
        .isEqualTo(864_000);
    assertThat(
            value("cinedex_rows_written_total{kind=\"insert\",table=\"movies_by_metered_title\"}"))
        .isPositive();
    Awaitility.await().atMost(LONG).until(() -> value("cinedex_jobs{state=\"done\"}") > 0);

    send("PATCH", table, quoted("{'state':'retired'}"));
    send("DELETE", table, "");

    Awaitility.await()
        .atMost(LONG)
        .until(() -> lines().stream().noneMatch(line -> line.contains("movies_by_metered_title")));
  }

  @Test
  void aJobHasItsProgressWhileItIsUnderWay() throws IOException {
    try (Traffic traffic = new Traffic()) {
      traffic.flow();
      Awaitility.await()
          .atMost(LONG)
          .untilAsserted(
              () -> {
                assertThat(value("cinedex_jobs{state=\"paused\"}")).isPositive();
                assertThat(lines()).anyMatch(line -> line.startsWith(PROGRESS));
                assertThat(value(PROGRESS)).isBetween(0.0, 0.99);
              });
    }

    Awaitility.await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              assertThat(value("cinedex_jobs{state=\"cancelled\"}")).isPositive();
              assertThat(lines())
                  .filteredOn(line -> line.startsWith("cinedex_job_progress_ratio{kind=\"verify\""))
                  .noneMatch(line -> line.contains("table=\"movies_by_genre\""));
            });
  }

  @Test
  void theChecksOfTheDoctorAreTold() throws IOException {
    Awaitility.await().until(() -> value(check("connection", "ok")) == 1);
    assertThat(value(check("schema", "ok"))).isEqualTo(1);
    assertThat(value(check("replication", "warning"))).isEqualTo(1);
    assertThat(lines()).contains(check("replication", "ok") + " 0.0");
    assertThat(lines())
        .filteredOn(line -> line.startsWith("cinedex_check{") && line.endsWith(" 1.0"))
        .hasSize(14);
    assertThat(json(TestService.health()).at("/doctor/healthy").asBoolean()).isTrue();
    assertThat(json(TestService.health()).at("/doctor/message").asText())
        .contains("replication: NetworkTopologyStrategy");
  }

  private static String check(String name, String level) {
    return "cinedex_check{check=\"%s\",level=\"%s\"}".formatted(name, level);
  }

  @Test
  void theDriversMetricsHaveTheNodeAsALabel() {
    assertThat(lines())
        .filteredOn(line -> line.startsWith("cinedex_driver_node_pool_open_connections{"))
        .hasSize(1)
        .allMatch(line -> line.contains("node=\"") && line.endsWith("\"} 2.0"));
    assertThat(lines())
        .filteredOn(line -> line.startsWith("cinedex_driver_node_request_seconds_count{"))
        .hasSize(1)
        .allMatch(line -> line.contains("node=\"") && !line.endsWith("\"} 0"));
  }

  private static String request(String operation, int status) {
    return "cinedex_http_request_seconds_count{operation=\"%s\",status=\"%d\"}"
        .formatted(operation, status);
  }

  /** Returns the value of a series; 0 when there is none yet. */
  private static double value(String series) {
    return lines().stream()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  private static List<String> lines() {
    return TestService.scrape().lines().toList();
  }
}
