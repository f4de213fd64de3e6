package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.SlowLink;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.ThoroughTest;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A service that starts before Cassandra or its schema, and one that loses Cassandra. */
class StartIT {
  private static final Duration FOLLOWS = Duration.ofSeconds(5);
  private static final String MOVIE =
      quoted("{'title':'Early','releaseYear':2000,'genres':['G'],'actors':['Early Bird']}");

  private final CassandraFactory cassandra = TestCassandra.withoutKeyspace();
  private @Nullable DropwizardTestSupport<CinedexConfiguration> service;

  @AfterEach
  void stop() {
    if (service != null) {
      service.after();
    }
  }

  @Test
  void aServiceWithoutASchemaIsAliveAndIsReadyWhenTheSchemaIsThere() throws Exception {
    start(TestCassandra.contactPoint());

    assertRefuses("has no complete Cinedex schema: run 'java -jar cinedex.jar schema apply");
    assertThat(get("/docs/").statusCode()).isEqualTo(200);
    assertThat(get("/openapi.json").statusCode()).isEqualTo(200);

    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    assertBecomesReady();
    String path = "/movies/" + UUID.randomUUID();
    assertThat(TestProcess.send("PUT", port(), path, MOVIE).statusCode()).isEqualTo(201);
    Awaitility.await() // the service may have opened before the tables were ready
        .untilAsserted(
            () -> assertThat(get("/actors/Early%20Bird/movies").body()).contains("Early"));
  }

  @Test
  void aServiceRefusesNoRequestWhenItsClusterIsSlowAndHealthy() throws Exception {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    try (SlowLink link = new SlowLink(TestCassandra.address())) {
      link.delay(Duration.ofMillis(100)); // it connects for longer than Jersey takes to start

      start(link.contactPoint());

      assertThat(get("/actors/a/movies").statusCode()).isEqualTo(200);
      assertThat(get("/movies/" + UUID.randomUUID()).statusCode()).isEqualTo(404);
    }
  }

  @ThoroughTest
  void readyFollowsCassandraAndAliveDoesNot() throws Exception {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    int node = TestProcess.freePort();
    start("127.0.0.1:" + node);
    assertRefuses("No Cassandra answers at 127.0.0.1:" + node);

    SlowLink link = new SlowLink(TestCassandra.address(), node);
    assertBecomesReady();

    link.delay(Duration.ofMinutes(1)); // as if the node were paused
    Awaitility.await().atMost(FOLLOWS).until(() -> health("ready") == 503);
    assertThat(health("alive")).isEqualTo(200);
    link.close();
    assertThat(health("ready")).isEqualTo(503);
    assertThat(health("alive")).isEqualTo(200);

    try (SlowLink again = new SlowLink(TestCassandra.address(), node)) {
      assertThat(again.contactPoint()).endsWith(":" + node);
      assertBecomesReady();
      assertThat(get("/actors/a/movies").statusCode()).isEqualTo(200);
    }
  }

  @ThoroughTest
  void aWrongDatacenterIsNamed() throws Exception {
    service =
        TestService.startWithoutSchema(
            cassandra,
            TestCassandra.contactPoint(),
            "config.yml",
            Map.of("cassandra.localDatacenter", "elsewhere"));

    assertRefuses(
        "is in datacenter 'elsewhere' (seen: datacenter1): set CASSANDRA_LOCAL_DATACENTER");
  }

  private void start(String contactPoint) {
    service = TestService.startWithoutSchema(cassandra, contactPoint, "config.yml", Map.of());
  }

  /** Asserts that the service is alive, answers problems, and says why. */
  private void assertRefuses(String reason) throws Exception {
    HttpResponse<String> refused = get("/actors/a/movies");
    assertProblem(refused, 503, "urn:cinedex:problem:starting");
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    Awaitility.await().atMost(FOLLOWS).until(() -> health("alive") == 200);
    assertThat(health("ready")).isEqualTo(503);
    int admin = started().getAdminPort();
    HttpResponse<String> checks = TestProcess.send("GET", admin, "/healthcheck", "");
    assertThat(checks.statusCode()).isEqualTo(500);
    assertThat(json(checks).at("/ready/message").asText()).contains(reason);
    Awaitility.await().atMost(FOLLOWS).until(() -> !doctor().at("/healthy").asBoolean());
    assertThat(doctor().at("/message").asText()).contains("CASSANDRA_");
  }

  private JsonNode doctor() throws IOException, InterruptedException {
    return json(TestProcess.send("GET", started().getAdminPort(), "/healthcheck", ""))
        .at("/doctor");
  }

  private void assertBecomesReady() {
    Awaitility.await().atMost(FOLLOWS).until(() -> health("ready") == 200);
  }

  private int health(String type) throws IOException, InterruptedException {
    return get("/health-check?type=" + type).statusCode();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return TestProcess.send("GET", port(), path, "");
  }

  private int port() {
    return started().getLocalPort();
  }

  private DropwizardTestSupport<CinedexConfiguration> started() {
    return Objects.requireNonNull(service);
  }
}
