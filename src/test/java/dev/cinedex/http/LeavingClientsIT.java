package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.ThoroughTest;
import dev.cinedex.verification.DriftSampler;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Clients that go before they have the whole answer, which is no failure of the service. */
class LeavingClientsIT {
  private static final CassandraFactory CASSANDRA =
      TestCassandra.factory(TestCassandra.newKeyspace());
  private static final Logger ROOT = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private static final String MOVIE = "/movies/" + UUID.randomUUID();
  private static final String STREAM = "/actors/Star/movies";
  private static final String LIST = STREAM + "?limit=200";
  private static DropwizardTestSupport<CinedexConfiguration> service;

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeAll
  static void start() {
    new Schema(CASSANDRA, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    service =
        TestService.startWithoutSchema(
            CASSANDRA,
            TestCassandra.contactPoint(),
            "config.yml",
            Map.of("limits.pageSize", "16MiB"));
    write();
    StreamIT.plant(CASSANDRA, "Star", 200, 100_000); // more than the buffers of both sockets hold
  }

  private static void write() {
    List<String> actors =
        IntStream.range(0, 500).mapToObj(i -> "%03d".formatted(i) + "x".repeat(190)).toList();
    String body = Movies.json("Large", List.of("Drama"), actors);
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      connection.begin(
          "PUT %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(MOVIE, body.length(), body));
      assertThat(connection.readStatus()).isEqualTo(201);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  @BeforeEach
  void listen() {
    log.start();
    ROOT.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    ROOT.detachAppender(log);
  }

  static List<Arguments> answers() {
    return List.of(
        Arguments.of(MOVIE + "/rows", "application/json", "compareRows"),
        Arguments.of(LIST, "application/json", "listMoviesByActor"),
        Arguments.of(STREAM, MediaTypes.NDJSON, "listMoviesByActor"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void aClientThatLeavesIsNoFailure(String path, String accept, String operation)
      throws IOException {
    Map<Integer, Double> before = ended(operation);
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      begin(connection, path, accept);
    }

    Awaitility.await().until(() -> !ended(operation).equals(before));
    assertNoFailureIsLogged();
    assertThat(ended(operation)).containsOnlyKeys(200);
  }

  @ParameterizedTest
  @Tag("thorough")
  @MethodSource("answers")
  void aClientThatTakesAByteASecondIsCutOffWithin30Seconds(
      String path, String accept, String operation) throws IOException {
    Map<Integer, Double> before = ended(operation);
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      begin(connection, path, accept);

      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                connection.readByte();
                return !ended(operation).equals(before);
              });
    }
    assertNoFailureIsLogged();
    assertThat(ended(operation)).containsOnlyKeys(200);
  }

  /** The kernel must not take so much at once that the next piece waits longer than its time. */
  @ThoroughTest
  void aClientThatTakes8KibibytesASecondIsNotCutOff() throws IOException {
    Map<Integer, Double> before = ended("listMoviesByActor");
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      begin(connection, STREAM, MediaTypes.NDJSON);

      Awaitility.await()
          .during(Duration.ofSeconds(60))
          .atMost(Duration.ofSeconds(90))
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                for (int i = 0; i < 8 << 10; i++) {
                  connection.readByte();
                }
                return ended("listMoviesByActor").equals(before);
              });
    }
    // Another test must not take the end of this stream for its own.
    Awaitility.await().until(() -> !ended("listMoviesByActor").equals(before));
  }

  private void assertNoFailureIsLogged() {
    Awaitility.await()
        .during(Duration.ofMillis(500)) // Jetty logs after the request was counted
        .untilAsserted(
            () -> assertThat(List.copyOf(log.list)).noneMatch(LeavingClientsIT::isFailure));
  }

  /** The planted rows belong to no movie, which the sampler of drift says at any time. */
  private static boolean isFailure(ILoggingEvent event) {
    return event.getLevel().isGreaterOrEqual(Level.WARN)
        && !event.getLoggerName().equals(DriftSampler.class.getName());
  }

  private static void begin(HttpConnection connection, String path, String accept)
      throws IOException {
    connection.begin(
        "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: %s\r\n\r\n".formatted(path, accept));
    assertThat(connection.readStatus()).isEqualTo(200);
  }

  /** Returns how many requests of an operation have ended, by their status. */
  private static Map<Integer, Double> ended(String operation) throws IOException {
    return Scrape.of(service.getAdminPort()).ended(operation);
  }
}
