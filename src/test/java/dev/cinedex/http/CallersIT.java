package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Role;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.testing.TestKeys;
import io.dropwizard.testing.DropwizardTestSupport;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What belongs to a caller: its keys while they are valid, its requests, and the admin port. */
class CallersIT {
  @TempDir private static Path directory;
  private static TestKeys keys;
  private static String writer;
  private static String operator;
  private static DropwizardTestSupport<CinedexConfiguration> service;
  private static KeyedClient client;

  @BeforeAll
  static void start() {
    keys = TestKeys.at(directory.resolve("keys"));
    writer = keys.add("writer", Role.WRITER).text();
    operator = keys.add("operator", Role.OPERATOR).text();
    service =
        TestService.startAnother(
            Map.of(
                "access.keysFile",
                keys.path(),
                "limits.failedSignIns",
                "1000",
                "server.adminTools",
                "true"));
    client = new KeyedClient(service.getLocalPort());
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  @Test
  void anIdempotencyKeyBelongsToItsCaller() {
    String movie = OpenApi.committed().example("POST /movies").toString();
    String key = UUID.randomUUID().toString();

    String first = created(writer, key, movie);

    assertThat(created(writer, key, movie)).isEqualTo(first);
    assertThat(created(operator, key, movie)).isNotEqualTo(first);
  }

  /** Returns the address of the movie that a request with an idempotency key has created. */
  private static String created(String caller, String key, String movie) {
    HttpResponse<String> answer =
        client.send("POST", "/movies", caller, movie, "Idempotency-Key", key);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  @Test
  void theToolsOfTheAdminPortAreForOperators() {
    KeyedClient admin = new KeyedClient(service.getAdminPort());

    assertThat(admin.get("/threads", null).statusCode()).isEqualTo(401);
    assertThat(admin.get("/threads", writer).statusCode()).isEqualTo(403);
    assertThat(admin.get("/threads", operator).statusCode()).isEqualTo(200);
    assertThat(admin.get("/metrics", null).statusCode()).isEqualTo(200);
  }

  @Test
  void aNewKeyIsValidWithinSecondsAndARevokedOneIsNot() {
    ApiKey key = keys.add("late", Role.READER);
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> client.get("/lookups", key.text()).statusCode() == 200);

    keys.revoke(key);

    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> client.get("/lookups", key.text()).statusCode() == 401);
    KeyedClient.assertRefusedLike(client.get("/lookups", null), client.get("/lookups", key.text()));
  }

  @Test
  void aKeyWhoseTimeIsOverIsRefused() {
    ApiKey key = keys.add("former", Role.OPERATOR, Instant.now().minusSeconds(1));
    ApiKey next = keys.add("next", Role.READER);

    Awaitility.await().until(() -> client.get("/lookups", next.text()).statusCode() == 200);
    KeyedClient.assertRefusedLike(client.get("/lookups", null), client.get("/lookups", key.text()));
  }
}
