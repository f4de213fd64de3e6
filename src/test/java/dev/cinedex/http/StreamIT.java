package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.testing.ThoroughTest;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whole lists as NDJSON. */
class StreamIT {
  static final int ROWS = 2_500;

  /** So that all rows are far more than sockets hold. */
  private static final int BYTES_PER_ROW = 8_000;

  private static final CassandraFactory CASSANDRA =
      TestCassandra.factory(TestCassandra.newKeyspace());
  private static DropwizardTestSupport<CinedexConfiguration> service;

  @BeforeAll
  static void start() {
    service = TestService.start(CASSANDRA, TestCassandra.contactPoint());
    plant(CASSANDRA, "Star");
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  @Test
  void aStreamHasEveryRowInOrder() throws IOException {
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      Answer whole = connection.send(request(""));

      assertThat(whole.headers()).containsEntry("content-type", "application/x-ndjson");
      assertThat(titles(whole.body())).isEqualTo(titles(0, ROWS));
      assertThat(titles(connection.send(request("?from=Movie%2001500&order=desc")).body()))
          .isEqualTo(IntStream.range(0, 1000).mapToObj(i -> title(2499 - i)).toList());
      assertThat(connection.send(request("?read=verified")).body()).isEmpty();
      Answer limited = connection.send(request("?limit=1"));
      assertThat(limited.status()).isEqualTo(400);
      assertThat(limited.headers()).containsEntry("content-type", "application/problem+json");
    }
  }

  @ThoroughTest
  void aStreamIsReadNoFasterThanTheClientTakesIt() throws Exception {
    plant(CASSANDRA, "Other");
    try (HttpConnection connection = new HttpConnection(service.getLocalPort());
        CqlSession session = CASSANDRA.connect()) {
      connection.begin(request("").replace("Star", "Other"));
      assertThat(connection.readStatus()).isEqualTo(200);
      connection.readHeaders();
      Thread.sleep(3_000); // enough to read all of it

      session.execute(
          "DELETE FROM movies_by_actor WHERE actor = 'Other' AND title >= 'Movie 02000'");
      assertThat(titles(connection.readChunks())).isEqualTo(titles(0, 2_000));
    }
  }

  @ThoroughTest
  void slowStreamsAreLimitedAndLeaveRoomForReads() throws Exception {
    List<HttpConnection> streams = new ArrayList<>();
    try {
      List<Integer> statuses = new ArrayList<>();
      for (int i = 0; i < 17; i++) {
        HttpConnection stream = new HttpConnection(service.getLocalPort());
        streams.add(stream);
        stream.begin(request(""));
        statuses.add(stream.readStatus());
      }

      assertThat(statuses.subList(0, 16)).containsOnly(200);
      assertThat(statuses.get(16)).isEqualTo(503);
      try (HttpConnection read = new HttpConnection(service.getLocalPort())) {
        Answer page = read.send("GET /actors/Star/movies HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(page.status()).isEqualTo(200);
      }
    } finally {
      for (HttpConnection stream : streams) {
        stream.close();
      }
    }
  }

  @Test
  void aStreamThatFailsOnTheWayDoesNotLookComplete() throws Exception {
    CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    DropwizardTestSupport<CinedexConfiguration> other =
        TestService.start(cassandra, TestCassandra.contactPoint());
    plant(cassandra, "Star");
    try (CqlSession session = cassandra.connect();
        HttpConnection connection = new HttpConnection(other.getLocalPort())) {
      connection.begin(request(""));
      assertThat(connection.readStatus()).isEqualTo(200);
      connection.readHeaders();
      session.execute("DROP TABLE movies_by_actor");

      assertThatThrownBy(connection::readChunks)
          .isInstanceOfAny(EOFException.class, java.net.SocketException.class);
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(Scrape.of(other.getAdminPort()).ended("listMoviesByActor"))
                      .containsOnlyKeys(500));
    } finally {
      other.after();
    }
  }

  /** Writes rows that are far more than sockets hold. */
  static void plant(CassandraFactory cassandra, String actor) {
    plant(cassandra, actor, ROWS, BYTES_PER_ROW);
  }

  static void plant(CassandraFactory cassandra, String actor, int rows, int bytesPerRow) {
    try (CqlSession session = cassandra.connect()) {
      PreparedStatement insert =
          session.prepare(
              "INSERT INTO movies_by_actor (actor, title, movie_id, actors, version) VALUES (?, ?, ?, ?, 1)");
      List<String> large = List.of("x".repeat(bytesPerRow));
      Parallel.map(
          titles(0, rows),
          64,
          title -> session.executeAsync(insert.bind(actor, title, UUID.randomUUID(), large)));
    }
  }

  static String request(String query) {
    return "GET /actors/Star/movies%s HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n\r\n"
        .formatted(query);
  }

  static List<String> titles(String body) {
    return body.lines().map(line -> TestService.json(line).get("title").asText()).toList();
  }

  static List<String> titles(int from, int to) {
    return IntStream.range(from, to).mapToObj(StreamIT::title).toList();
  }

  private static String title(int number) {
    return "Movie %05d".formatted(number);
  }
}
