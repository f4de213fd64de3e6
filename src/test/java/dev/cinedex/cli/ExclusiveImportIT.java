package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code import --exclusive}. */
class ExclusiveImportIT {
  private static final int MOVIES = 2_000;

  private final List<LookupTable> tables = Tables.shipped();
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void createTables() {
    new Schema(cassandra, Movie.ENTITY, tables).apply(created -> {});
    file = directory.resolve("movies.ndjson");
  }

  @Test
  void linesOfOneMovieAreWrittenInTheirOrder() throws Exception {
    String id = "\"id\":\"f0b70336-bc30-5a9f-bb64-65607359f0c5\",";
    String first = Movies.json("A", List.of("G"), List.of("x")).replaceFirst("\\{", "{" + id);
    String last = Movies.json("B", List.of("G"), List.of("y")).replaceFirst("\\{", "{" + id);
    Files.write(file, List.of(first, Movies.json("C", List.of("G"), List.of("x")), last));

    Ended ended = run("--exclusive");

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("3 read, 3 written, 0 unchanged, 0 rejected");
    assertComplete(2);
    assertThat(run().output()).contains("3 read, 2 written, 1 unchanged");
    assertComplete(2);
  }

  @Test
  void aCommandWaitsUntilAnExclusiveImportHasEnded() throws Exception {
    Files.writeString(file, Movies.json("A", List.of("G"), List.of("x")));
    try (CqlSession session = cassandra.connect();
        Catalog importing = Catalog.open(session, Movie.ENTITY, List.of())) {
      importing.beginExclusive();
      Process process =
          TestProcess.java(
              cassandra,
              Map.of(),
              CinedexApplication.class,
              List.of("import", "config.yml", file.toString()));
      StringBuilder output = new StringBuilder();
      try (BufferedReader lines = process.inputReader()) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          output.append(line).append('\n');
          if (line.contains("writes exclusively")) {
            assertThat(process.waitFor(3, TimeUnit.SECONDS)).as("it waits").isFalse();
            importing.endExclusive();
          }
        }
      }

      assertThat(process.waitFor()).as(output.toString()).isZero();
      assertThat(output.toString().lines().filter(line -> line.contains("writes exclusively")))
          .hasSize(1);
    }
  }

  @Test
  @Tag("thorough")
  void aKilledImportIsMadeWholeByImportingAgain() throws Exception {
    killAnImport(800);

    Ended again = run("--exclusive");

    assertThat(again.output()).contains("its lease expires within");
    assertThat(again.exitCode()).as(again.output()).isZero();
    assertComplete(MOVIES);
    assertNothingFound();
    assertImportEnded();
  }

  @Test
  @Tag("thorough")
  void aKilledImportIsMadeWholeByAPlainImport() throws Exception {
    killAnImport(300);
    forgetTheLease();
    assertThat(command("doctor").output())
        .contains("an exclusive import has not ended: " + file.toAbsolutePath());

    assertThat(run("--from-start").exitCode()).isZero();

    assertComplete(MOVIES);
    assertNothingFound();
    assertImportEnded();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 300, 1_000})
  @Tag("thorough")
  void whatAKilledImportHasWrittenIsMadeWholeByRepair(int movies) throws Exception {
    killAnImport(movies);

    for (LookupTable table : tables) {
      assertThat(command("lookups", "repair", "--apply", table.name()).exitCode()).isLessThan(2);
    }

    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, tables);
    }
    assertNothingFound();
  }

  @Test
  @Tag("thorough")
  void whatAKilledImportHasWrittenIsMadeWholeByTheImportOfAnotherFile() throws Exception {
    killAnImport(300);
    forgetTheLease();
    Files.write(file, List.of(Movies.json("Another", List.of("G"), List.of("c"))));

    assertThat(run("--from-start").exitCode()).isZero();

    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, tables);
    }
    assertImportEnded();
  }

  /** Removes the lease of an import that was killed, as if it had expired. */
  private void forgetTheLease() {
    try (CqlSession session = cassandra.connect()) {
      session.execute("DELETE FROM live_instances WHERE role = 'exclusive'");
    }
  }

  /** Kills an import when it has written about so many movies. */
  private void killAnImport(int movies) throws Exception {
    Files.write(
        file,
        IntStream.range(0, MOVIES)
            .mapToObj(i -> Movies.json("Movie " + i, List.of("G"), List.of("a" + i % 100, "b")))
            .toList());
    Process process =
        TestProcess.java(
            cassandra,
            Map.of(),
            CinedexApplication.class,
            List.of("import", "--exclusive", "config.yml", file.toString()));
    try (CqlSession session = cassandra.connect()) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> count(session) >= movies || !process.isAlive());
      assertThat(process.isAlive()).isTrue();
      process.destroyForcibly().waitFor();
      assertThat(unsettled(session)).as("movies that may lack rows").isPositive();
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(command("doctor").output())
        .contains("an exclusive import is running: " + file.toAbsolutePath());
  }

  private void assertNothingFound() throws Exception {
    for (LookupTable table : tables) {
      Ended verified = command("lookups", "verify", table.name());
      assertThat(verified.exitCode()).as(verified.output()).isZero();
    }
  }

  private void assertComplete(long movies) {
    try (CqlSession session = cassandra.connect()) {
      assertThat(count(session)).isEqualTo(movies);
      assertThat(InStep.notedMovies(session)).isEmpty();
      InStep.assertInStep(session, tables);
    }
  }

  private static long unsettled(CqlSession session) {
    return session.execute("SELECT version, settled_version FROM movies").all().stream()
        .filter(row -> row.getLong("settled_version") != row.getLong("version"))
        .count();
  }

  private void assertImportEnded() throws Exception {
    assertThat(command("doctor").output()).contains("no exclusive import is unfinished");
  }

  private static long count(CqlSession session) {
    return Objects.requireNonNull(session.execute("SELECT count(*) FROM movies").one()).getLong(0);
  }

  private Ended run(String... options) throws Exception {
    String config = Commands.configuration(directory, cassandra, "");
    List<String> arguments = new ArrayList<>(List.of("import"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of(config, file.toString()));
    return Commands.run(arguments);
  }

  private Ended command(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(Commands.configuration(directory, cassandra, ""));
    return Commands.run(all);
  }
}
