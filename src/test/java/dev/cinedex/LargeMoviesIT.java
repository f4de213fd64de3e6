package dev.cinedex;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** The service with a small heap, which ends it when the heap is full. */
class LargeMoviesIT {
  private static final Map<String, String> SMALL_HEAP =
      Map.of("_JAVA_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError");
  private static final int ACTORS = 500;
  private static final int AT_ONCE = 4;

  @ThoroughTest
  void largeMoviesAtOnceAreWritten() throws Exception {
    CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    int port = TestProcess.freePort();
    Process service = TestProcess.server(cassandra, CinedexApplication.class, port, SMALL_HEAP);
    try {
      List<CompletableFuture<HttpResponse<String>>> answers =
          IntStream.range(0, AT_ONCE)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> putLargeMovie(port)))
              .toList();

      assertThat(answers).allSatisfy(put -> assertThat(put.join().statusCode()).isEqualTo(201));
      assertThat(service.isAlive()).isTrue();
    } finally {
      service.destroyForcibly().waitFor();
    }
    try (CqlSession session = cassandra.connect()) {
      // The node reads whole rows, and has not room for many of these.
      SimpleStatement all =
          SimpleStatement.newInstance("SELECT actor FROM movies_by_actor").setPageSize(20);
      assertThat(session.execute(all).all()).hasSize(AT_ONCE * ACTORS);
    }
  }

  /** Writes a movie whose rows by actor have 97 MB together: each has all actors. */
  private static HttpResponse<String> putLargeMovie(int port) {
    List<String> actors =
        IntStream.range(0, ACTORS).mapToObj(i -> "%03d%s".formatted(i, "é".repeat(194))).toList();
    try {
      return TestProcess.send(
          "PUT",
          port,
          "/movies/" + UUID.randomUUID(),
          Movies.json("Large", List.of("Drama"), actors));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
