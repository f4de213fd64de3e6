package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.ProcessName;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import io.dropwizard.testing.DropwizardTestSupport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service and an exclusive import: whoever is first keeps the other one out. */
class ExclusiveImportIT {
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;

  @BeforeEach
  void createTables() {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
  }

  @Test
  void besideAServiceAnExclusiveImportIsRefusedAndWritesNothing() throws Exception {
    Path file = directory.resolve("movies.ndjson");
    Files.writeString(file, Movies.json("A", List.of("G"), List.of("x")));
    String config = Commands.configuration(directory, cassandra, "");
    DropwizardTestSupport<CinedexConfiguration> service = start();
    try {
      Ended ended = Commands.run(List.of("import", "--exclusive", config, file.toString()));

      assertThat(ended.exitCode()).as(ended.output()).isEqualTo(2);
      assertThat(ended.output()).contains(ProcessName.name() + " can write").contains("Stop it");
      assertThat(ended.output().lines())
          .filteredOn(line -> !line.startsWith("WARN")) // of the driver, in a JVM of many sessions
          .hasSize(1);
      assertThat(put(service)).isEqualTo(201);
    } finally {
      service.after();
    }
    Ended alone = Commands.run(List.of("import", "--exclusive", config, file.toString()));
    assertThat(alone.exitCode()).as(alone.output()).isZero();
    assertThat(alone.output()).contains("1 read, 1 written");
  }

  @Test
  void aServiceWaitsUntilAnExclusiveImportHasEnded() throws Exception {
    try (CqlSession session = cassandra.connect();
        Catalog importing = Catalog.open(session, Movie.ENTITY, List.of())) {
      importing.beginExclusive();
      DropwizardTestSupport<CinedexConfiguration> service = start();
      try {
        assertProblem(
            TestProcess.send("GET", service.getLocalPort(), "/actors/a/movies", ""),
            503,
            "urn:cinedex:problem:starting");
        assertThat(
                json(TestProcess.send("GET", service.getAdminPort(), "/healthcheck", ""))
                    .at("/ready/message")
                    .asText())
            .contains(ProcessName.name() + " writes exclusively (import --exclusive)");
        importing.refresh();
        importing.requireFresh();

        importing.endExclusive();

        Awaitility.await()
            .atMost(Duration.ofSeconds(10))
            .untilAsserted(() -> assertThat(put(service)).isEqualTo(201));
      } finally {
        service.after();
      }
    }
  }

  private DropwizardTestSupport<CinedexConfiguration> start() {
    return TestService.startWithoutSchema(
        cassandra, TestCassandra.contactPoint(), "config.yml", Map.of());
  }

  private static int put(DropwizardTestSupport<CinedexConfiguration> service) throws Exception {
    String path = "/movies/" + UUID.randomUUID();
    String movie = Movies.json("B", List.of("G"), List.of("y"));
    return TestProcess.send("PUT", service.getLocalPort(), path, movie).statusCode();
  }
}
