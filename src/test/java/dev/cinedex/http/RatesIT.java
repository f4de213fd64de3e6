package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Caller;
import dev.cinedex.access.KeyEntry;
import dev.cinedex.access.KeyFile;
import dev.cinedex.access.Role;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that limits what each client may ask for. */
class RatesIT {
  private static final int PER_SECOND = 10;

  @TempDir private static Path directory;
  private static String lists = "";
  private static String little = "";
  private static String writer = "";
  private static DropwizardTestSupport<CinedexConfiguration> service;

  @BeforeAll
  static void start() {
    KeyFile keys = new KeyFile(directory.resolve("keys"));
    lists = key(keys, "reader of lists");
    little = key(keys, "reader of little");
    writer = key(keys, "writer");
    service =
        TestService.startWithoutSchema(
            TestService.cassandra(),
            TestService.cassandra().contactPoints(),
            "config.yml",
            Map.of(
                "access.keysFile",
                keys.path().toString(),
                "limits.costPerSecond",
                String.valueOf(PER_SECOND)));
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  private static String key(KeyFile keys, String name) {
    ApiKey key = ApiKey.random(new SecureRandom());
    keys.add(KeyEntry.of(key, new Caller(name, Role.OPERATOR), Instant.now(), null));
    return key.text();
  }

  private static Answer send(String key, String method, String path, String body)
      throws IOException {
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      return connection.send(
          "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(method, path, key, body.length(), body));
    }
  }

  private static void assertLimited(Answer answer) {
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.headers()).containsEntry("content-type", Problem.MEDIA_TYPE);
    assertThat(TestService.json(answer.body()).get("type").asText())
        .isEqualTo("urn:cinedex:problem:rate-limited");
  }

  @Test
  void rowsAreWhatAListCosts() throws Exception {
    String page = "/actors/Nobody/movies?limit=200"; // costs 11 of 100

    Answer last = send(lists, "GET", page, "");
    for (int i = 0; i < 12 && last.status() == 200; i++) {
      last = send(lists, "GET", page, "");
    }

    assertLimited(last);
    int wait = Integer.parseInt(last.headers().get("retry-after"));
    assertThat(wait).isBetween(1, 2); // 11 at 10 a second
    assertThat(last.body()).contains("limits.costPerSecond", "Try again in %d s".formatted(wait));
    assertThat(send(little, "GET", "/lookups", "").status()).isEqualTo(200);
    for (int i = 0; i < 20; i++) {
      assertThat(send(lists, "GET", "/overview", "").status()).isEqualTo(200);
    }
    Thread.sleep(wait * 1_000L);
    assertThat(send(lists, "GET", page, "").status()).isEqualTo(200);
  }

  @Test
  void bytesAreWhatAWriteCosts() throws Exception {
    String body = "[" + " ".repeat(95 << 10); // costs 96 of 100, and is no movie

    assertThat(send(writer, "POST", "/movies", body).status()).isEqualTo(400);

    assertLimited(send(writer, "POST", "/movies", body));
  }

  @Test
  void anAddressMaySendFewWrongKeysAndStillValidOnes() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(send("wrong", "GET", "/lookups", "").status()).isEqualTo(401);
    }

    Answer refused = send("wrong", "GET", "/lookups", "");

    assertLimited(refused);
    assertThat(Integer.parseInt(refused.headers().get("retry-after"))).isBetween(1, 6);
    assertThat(send(little, "GET", "/lookups", "").status()).isEqualTo(200);
    try (HttpConnection admin = new HttpConnection(service.getAdminPort())) {
      assertThat(admin.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body())
          .containsPattern("cinedex_refused_total\\{reason=\"rate-limited\"} [1-9]");
    }
  }
}
