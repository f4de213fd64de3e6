package dev.cinedex.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.ThoroughTest;
import io.dropwizard.lifecycle.AutoCloseableManager;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a service does when it stops: Dropwizard stops its parts in the reverse of this order. */
class StopIT {
  @Test
  void settlingEndsBeforeTheInstanceClosesItsSession() {
    List<Object> parts = TestService.parts();

    assertThat(parts).filteredOn(part -> part instanceof AutoCloseableManager).hasSize(1);
    assertThat(parts)
        .filteredOn(
            part -> part instanceof AutoCloseableManager || part.toString().contains("(settling)"))
        .last()
        .asString()
        .contains("(settling)");
  }

  @ThoroughTest
  void aStreamThatIsReadEndsWholeAndOneThatIsNotReadIsBrokenOff() throws Exception {
    CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    StreamIT.plant(cassandra, "Star");
    int port = TestProcess.freePort();
    Process service =
        TestProcess.server(
            cassandra, CinedexApplication.class, port, Map.of("SHUTDOWN_WAIT", "1s"));
    try (HttpConnection read = stream(port);
        HttpConnection unread = stream(port)) {
      CompletableFuture<String> body = CompletableFuture.supplyAsync(() -> readSlowly(read));
      service.destroy();
      assertThat(service.waitFor(2, TimeUnit.SECONDS))
          .as(() -> "the service ends at once: " + lastWords(service))
          .isFalse();
      assertThat(body).as("the rest of the stream").isNotDone();

      assertThat(StreamIT.titles(body.get())).isEqualTo(StreamIT.titles(0, StreamIT.ROWS));
      assertThat(service.waitFor(15, TimeUnit.SECONDS)).as("the service ends").isTrue();
      assertThatThrownBy(unread::readChunks)
          .isInstanceOfAny(EOFException.class, SocketException.class);
    } finally {
      service.destroyForcibly();
    }
  }

  @ThoroughTest
  void theMetricSaysAtOnceThatTheServiceIsNotReady() throws Exception {
    CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    int port = TestProcess.freePort();
    int adminPort = TestProcess.freePort();
    Process service =
        TestProcess.server(
            cassandra,
            CinedexApplication.class,
            port,
            Map.of("SHUTDOWN_WAIT", "4s", "ADMIN_PORT", String.valueOf(adminPort)));
    try {
      Awaitility.await().until(() -> scrape(adminPort).contains("\ncinedex_ready 1.0\n"));

      service.destroy();

      Awaitility.await()
          .atMost(Duration.ofSeconds(3))
          .until(() -> scrape(adminPort).contains("\ncinedex_ready 0.0\n"));
    } finally {
      service.destroyForcibly();
    }
  }

  /** Returns the exit code and the output of a service that has ended. */
  private static String lastWords(Process service) {
    try {
      return service.exitValue()
          + ", "
          + new String(service.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String scrape(int adminPort) throws IOException, InterruptedException {
    return TestProcess.send("GET", adminPort, "/metrics", "").body();
  }

  /** Takes some seconds for the whole stream. */
  private static String readSlowly(HttpConnection connection) {
    StringBuilder body = new StringBuilder();
    try {
      for (String chunk = connection.readChunk();
          !chunk.isEmpty();
          chunk = connection.readChunk()) {
        body.append(chunk);
        Thread.sleep(10);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
    return body.toString();
  }

  private static HttpConnection stream(int port) throws IOException {
    HttpConnection connection = new HttpConnection(port);
    connection.begin(StreamIT.request(""));
    assertThat(connection.readStatus()).isEqualTo(200);
    connection.readHeaders();
    return connection;
  }
}
