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
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The service with a small heap. As in the image, it ends when the heap is full, and buffers
 * outside the heap have the limit of the image.
 */
class LargeMoviesIT {
  private static final Pattern DIRECT = Pattern.compile("-XX:MaxDirectMemorySize=[0-9]+m");
  private static final int ACTORS = 500;
  private static final int AT_ONCE = 4;
  private static final int MOVIES_OF_A_PAGE = 200;
  private static final int ACTORS_OF_A_PAGE = 50;
  private static final int READERS = 64;

  private CassandraFactory cassandra;
  private int port;
  private Process service;

  @BeforeEach
  void start() throws Exception {
    cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    port = TestProcess.freePort();
    Map<String, String> memory =
        Map.of("_JAVA_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError " + directMemoryOfTheImage());
    service = TestProcess.server(cassandra, CinedexApplication.class, port, memory);
  }

  private static String directMemoryOfTheImage() throws IOException {
    Matcher option = DIRECT.matcher(Files.readString(Path.of("docker/Dockerfile")));
    assertThat(option.find()).isTrue();
    return option.group();
  }

  @AfterEach
  void end() throws InterruptedException {
    service.destroyForcibly().waitFor();
  }

  /** Each movie has 97 MB of rows by actor, because each row has all actors. */
  @ThoroughTest
  void largeMoviesAtOnceAreWritten() {
    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, AT_ONCE).mapToObj(i -> putMovie("Large", ACTORS)).toList();

    assertThat(answers).allSatisfy(put -> assertThat(put.join().statusCode()).isEqualTo(201));
    assertThat(service.isAlive()).isTrue();
    try (CqlSession session = cassandra.connect()) {
      // The node reads whole rows, and has not room for many of these.
      SimpleStatement all =
          SimpleStatement.newInstance("SELECT actor FROM movies_by_actor").setPageSize(20);
      assertThat(session.execute(all).all()).hasSize(AT_ONCE * ACTORS);
    }
  }

  /** Each page has 4 MB, and all of them together are as large as the whole heap. */
  @ThoroughTest
  void largePagesAtOnceAreReadOrRefused() {
    for (int i = 0; i < MOVIES_OF_A_PAGE; i++) {
      assertThat(putMovie("Movie " + i, ACTORS_OF_A_PAGE).join().statusCode()).isEqualTo(201);
    }
    assertThat(getPage().join().body().length()).isGreaterThan(2_000_000);

    for (int round = 0; round < 5; round++) {
      List<CompletableFuture<HttpResponse<String>>> answers =
          IntStream.range(0, READERS).mapToObj(i -> getPage()).toList();

      assertThat(answers)
          .allSatisfy(get -> assertThat(get.join().statusCode()).isIn(200, 503))
          .anySatisfy(get -> assertThat(get.join().statusCode()).isEqualTo(200));
    }
    assertThat(service.isAlive()).isTrue();
    assertThat(getPage().join().statusCode()).isEqualTo(200);
  }

  private CompletableFuture<HttpResponse<String>> getPage() {
    String actor = URLEncoder.encode(actor(0), StandardCharsets.UTF_8);
    return TestProcess.sendAsync("GET", port, "/actors/" + actor + "/movies?limit=200", "");
  }

  private CompletableFuture<HttpResponse<String>> putMovie(String title, int actors) {
    return TestProcess.sendAsync(
        "PUT",
        port,
        "/movies/" + UUID.randomUUID(),
        Movies.json(
            title,
            List.of("Drama"),
            IntStream.range(0, actors).mapToObj(LargeMoviesIT::actor).toList()));
  }

  private static String actor(int i) {
    return "%03d%s".formatted(i, "é".repeat(194));
  }
}
