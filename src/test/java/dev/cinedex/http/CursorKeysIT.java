package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.CursorKeyStore;
import dev.cinedex.cli.Commands;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.movie.Movies;
import io.dropwizard.testing.DropwizardTestSupport;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cursors of a running service while somebody rotates their key. */
class CursorKeysIT {
  private static final Duration READ_AGAIN = Duration.ofSeconds(10);

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final DropwizardTestSupport<CinedexConfiguration> service =
      TestService.start(cassandra, TestCassandra.contactPoint());
  @TempDir private Path directory;

  @BeforeEach
  void writeMovies() throws Exception {
    for (String title : List.of("A", "B")) {
      String movie = Movies.json(title, List.of("G"), List.of("x"));
      assertThat(send("PUT", "/movies/" + UUID.randomUUID(), movie).statusCode()).isEqualTo(201);
    }
  }

  @AfterEach
  void stop() {
    service.after();
  }

  @Test
  void aListGoesOnAfterOneRotationAndNotAfterTwo() throws Exception {
    String first = cursor();
    rotate(Instant.now().minus(CursorKeyStore.NOTICE)); // so that the new key signs at once
    Awaitility.await().atMost(READ_AGAIN).until(() -> cursor().contains("."));
    String second = cursor();

    assertThat(titles(list(first))).containsExactly("B");
    assertThat(titles(list(second))).containsExactly("B");

    rotate(Instant.now());

    Awaitility.await()
        .atMost(READ_AGAIN)
        .untilAsserted(
            () -> assertProblem(list(first), 400, "urn:cinedex:problem:invalid-parameter"));
    assertThat(list(first).body()).contains("a key that was replaced");
    assertThat(titles(list(second))).containsExactly("B");
    assertThat(cursor())
        .as("the last key has not begun")
        .startsWith(second.substring(0, second.indexOf('.') + 1));
  }

  @Test
  void theCommandSaysWhenItsKeyBeginsToSign() throws Exception {
    String config = Commands.configuration(directory, cassandra, "");
    Instant begun = Instant.now();

    Ended ended = Commands.run(List.of("cursors", "rotate", config));

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    String begins = ended.output().replaceFirst("(?s).* from (\\S+)\\. Cursors of .*", "$1");
    assertThat(Instant.parse(begins)).isBetween(begun.plusSeconds(29), begun.plusSeconds(60));
    assertThat(titles(list(cursor()))).containsExactly("B");
  }

  @Test
  void rotationsInAShortTimeKeepTheKeyThatSigns() throws Exception {
    String signed = cursor();

    for (int i = 0; i < 3; i++) {
      rotate(Instant.now().plusSeconds(i));
    }

    Awaitility.await() // the service reads the keys meanwhile, more than once
        .during(Duration.ofSeconds(5))
        .atMost(READ_AGAIN)
        .untilAsserted(() -> assertThat(titles(list(signed))).containsExactly("B"));
  }

  private void rotate(Instant now) {
    try (CqlSession session = cassandra.connect()) {
      new CursorKeyStore(session, Clock.fixed(now, ZoneOffset.UTC)).rotate();
    }
  }

  private String cursor() throws Exception {
    return json(list("")).get("nextCursor").asText();
  }

  private HttpResponse<String> list(String cursor) throws Exception {
    String after = cursor.isEmpty() ? "" : "&cursor=" + cursor;
    return send("GET", "/actors/x/movies?limit=1" + after, "");
  }

  private static List<String> titles(HttpResponse<String> page) {
    assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
    return json(page).get("items").findValuesAsText("title");
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    return TestProcess.send(method, service.getLocalPort(), path, body);
  }
}
