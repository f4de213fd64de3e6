package dev.cinedex.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.access.Role;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.testing.CapturedLog;
import dev.cinedex.testing.TestKeys;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that limits what each client may ask for: 10 a second, and 100 at once. */
class RatesIT {
  private static final int PER_SECOND = 10;
  private static final String LIST = "/actors/Nobody/movies";

  /** The log of changes and refusals. Nobody can fill it with wrong keys. */
  private static final String AUDIT = "cinedex.audit";

  /** Clients by name, each with its key: what one test takes, another one does not miss. */
  private static final Map<String, String> KEYS = new HashMap<>();

  @TempDir private static Path directory;
  private static DropwizardTestSupport<CinedexConfiguration> service;

  @BeforeAll
  static void start() {
    TestKeys keys = TestKeys.at(directory.resolve("keys"));
    for (String client :
        List.of("lists", "keys", "little", "writer", "repairs", "one", "two", "three")) {
      KEYS.put(client, keys.add(client, Role.OPERATOR).text());
    }
    service =
        TestService.startAnother(
            Map.of(
                "access.keysFile",
                keys.path(),
                "limits.costPerSecond",
                String.valueOf(PER_SECOND)));
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  private static Answer send(String client, String method, String path, String body)
      throws IOException {
    return send(
        client,
        "%s %s HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: %d"
            .formatted(method, path, body.length()),
        body);
  }

  private static Answer stream(String client, String accept) throws IOException {
    return send(client, "GET %s HTTP/1.1\r\nAccept: %s".formatted(LIST, accept), "");
  }

  /** Sends a request with the key of a client; one that has none sends a wrong one. */
  private static Answer send(String client, String head, String body) throws IOException {
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      return connection.send(
          "%s\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n%s"
              .formatted(head, KEYS.getOrDefault(client, "wrong"), body));
    }
  }

  /** Returns the seconds that a client has to wait. */
  private static int wait(Answer refused) {
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.headers()).containsEntry("content-type", Problem.MEDIA_TYPE);
    int wait = Integer.parseInt(requireNonNull(refused.headers().get("retry-after")));
    assertThat(TestService.json(refused.body()).get("type").asText())
        .isEqualTo("urn:cinedex:problem:rate-limited");
    assertThat(TestService.json(refused.body()).get("detail").asText())
        .contains("limits.")
        .endsWith("Try again in %d s".formatted(wait));
    return wait;
  }

  @Test
  void rowsAreWhatAPageOfAListCosts() throws Exception {
    String page = LIST + "?limit=200"; // costs 11 of 100

    int wait = wait(sendUntilRefused("lists", "GET", page, 10));
    assertThat(wait).isBetween(1, 2); // 11 at 10 a second
    assertThat(send("little", "GET", "/lookups", "").status()).isEqualTo(200);
    for (int i = 0; i < 20; i++) {
      assertThat(send("lists", "GET", "/overview", "").status()).isEqualTo(200);
    }
    Thread.sleep(wait * 1_000L);
    assertThat(send("lists", "GET", page, "").status()).isEqualTo(200);
  }

  @Test
  void keysOfATableCostWhatRowsCost() throws Exception {
    String page = "/lookups/movies_by_actor/keys?limit=200"; // costs 11 of 100

    assertThat(wait(sendUntilRefused("keys", "GET", page, 10))).isBetween(1, 2);
  }

  /** A stream costs more than may be asked for at once: the next one waits for all of that. */
  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(
      strings = {
        "one: application/x-ndjson",
        "two: Application/X-NDJSON;q=0.5",
        "three: text/*, application/x-ndjson"
      })
  void aStreamCostsTheSameHoweverItIsAskedFor(String clientAndAccept) throws Exception {
    String client = clientAndAccept.replaceAll(":.*", "");
    String accept = clientAndAccept.replaceAll(".*: ", "");
    Instant begun = Instant.now();
    Answer first = stream(client, accept);
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.headers()).containsEntry("content-type", MediaTypes.NDJSON);

    int longest = wait(stream(client, accept));
    assertThat(longest).isBetween(1, 10);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(500))
        .until(() -> stream(client, accept).status() == 200);
    assertThat(Duration.between(begun, Instant.now())).isGreaterThan(Duration.ofSeconds(8));
  }

  /** A repair can write all rows of a movie, without a body. */
  @Test
  void anOperationCostsTheMemoryThatItTakes() throws Exception {
    String rows = "/movies/" + UUID.randomUUID() + "/rows"; // costs 32 of 100

    assertThat(wait(sendUntilRefused("repairs", "POST", rows, 4))).isBetween(1, 4);
  }

  /**
   * Sends a request again and again, until it is refused.
   *
   * @param about how often it can be sent, if that takes no time; on a slow machine it is more
   */
  private static Answer sendUntilRefused(String client, String method, String path, int about)
      throws IOException {
    for (int i = 0; i < 10 * about; i++) {
      Answer answer = send(client, method, path, "");
      if (answer.status() != 200) {
        return answer;
      }
    }
    throw new AssertionError("Nothing was refused");
  }

  @Test
  void bytesAreWhatAWriteCosts() throws Exception {
    String body = "[" + " ".repeat(95 << 10); // costs 96 of 100, and is no movie

    assertThat(send("writer", "POST", "/movies", body).status()).isEqualTo(400);

    try (CapturedLog audit = new CapturedLog(AUDIT)) {
      assertThat(wait(send("writer", "POST", "/movies", body))).isBetween(1, 10);

      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(audit.messages())
                      .anyMatch(
                          line ->
                              line.contains("\"caller\":\"writer\"")
                                  && line.contains("\"status\":429")));
    }
  }

  private static Answer sendWithoutKey(String path) throws IOException {
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      return connection.send(
          "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n".formatted(path));
    }
  }

  private static List<String> ofStrangers(CapturedLog audit) {
    return audit.messages().stream()
        .filter(line -> line.contains("/movies") && !line.contains("caller"))
        .toList();
  }

  @Test
  void anAddressMaySendFewWrongKeysAndStillValidOnes() throws Exception {
    try (CapturedLog audit = new CapturedLog(AUDIT)) {
      for (int i = 0; i < 10; i++) {
        assertThat(send("nobody", "POST", "/movies", "").status()).isEqualTo(401);
      }

      assertThat(wait(send("nobody", "POST", "/movies", ""))).isBetween(1, 6);

      assertThat(send("little", "GET", "/lookups", "").status()).isEqualTo(200);
      for (int i = 0; i < 30; i++) {
        assertThat(sendWithoutKey("/movies").status()).isEqualTo(401);
      }
      Awaitility.await().until(() -> ofStrangers(audit).size() >= 10);
      Awaitility.await()
          .during(Duration.ofMillis(500))
          .until(() -> ofStrangers(audit).size() <= 11); // one more each 6 s
      assertThat(ofStrangers(audit)).allMatch(line -> line.contains("\"status\":401"));
    }
    assertThat(Scrape.of(service.getAdminPort()).text())
        .containsPattern("cinedex_refused_total\\{reason=\"rate-limited\"} [1-9]");
  }
}
