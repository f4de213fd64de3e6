package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.ThoroughTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import that is killed continues where it was. */
class InterruptedImportIT {
  private static final int MOVIES = 800;
  private static final Pattern READ = Pattern.compile("(?m)^(\\d+) read, (\\d+) written");

  private final List<LookupTable> tables = Tables.shipped();
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;
  private Path file = Path.of("");
  private Path progress = Path.of("");

  @BeforeEach
  void createTables() throws Exception {
    new Schema(cassandra, Movie.ENTITY, tables).apply(created -> {});
    file = directory.resolve("movies.ndjson");
    progress = directory.resolve("movies.ndjson.progress");
    Files.write(file, lines(MOVIES));
  }

  @Test
  void aKilledImportContinuesAfterTheLastLineThatIsDone() throws Exception {
    Files.writeString(file, "oops\n" + Files.readString(file));
    long place = killAnImport();

    Ended ended = run();

    assertThat(ended.output()).contains("Continues after line ");
    assertThat(ended.exitCode()).as("the rejected line before that place counts").isEqualTo(1);
    assertThat(read(ended)).isLessThanOrEqualTo(MOVIES + 1 - place).isPositive();
    assertThat(Files.readAllLines(directory.resolve("movies.ndjson.rejects.ndjson"))).hasSize(1);
    assertThat(progress).doesNotExist();
    assertComplete(MOVIES);
  }

  @ThoroughTest
  void aChangedFileIsImportedFromItsStart() throws Exception {
    killAnImport();
    Files.writeString(file, Files.readString(file).replace("\"Movie 0\"", "\"Movie zero\""));

    Ended ended = run();

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("Begins at the first line");
    assertThat(read(ended)).isEqualTo(MOVIES);
    assertComplete(MOVIES + 1);
  }

  @ThoroughTest
  void aFileOfOtherTablesIsImportedFromItsStart() throws Exception {
    killAnImport();
    CassandraFactory others = TestCassandra.factory(TestCassandra.newKeyspace());
    new Schema(others, Movie.ENTITY, tables).apply(created -> {});

    Ended ended =
        Commands.run(
            List.of("import", Commands.configuration(directory, others, ""), file.toString()));

    assertThat(ended.output()).contains("Begins at the first line");
    assertThat(read(ended)).isEqualTo(MOVIES);
  }

  /** Returns the line after which the next import has to begin. */
  private long killAnImport() throws Exception {
    Process process =
        TestProcess.java(
            cassandra,
            Map.of(),
            CinedexApplication.class,
            List.of("import", "config.yml", file.toString()));
    try {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> Files.exists(progress) || !process.isAlive());
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(progress).exists();
    return new ObjectMapper().readTree(progress.toFile()).at("/place/line").asLong();
  }

  private Ended run() throws Exception {
    String config = Commands.configuration(directory, cassandra, "");
    return Commands.run(List.of("import", config, file.toString()));
  }

  private static long read(Ended ended) {
    Matcher summary = READ.matcher(ended.output());
    assertThat(summary.find()).as(ended.output()).isTrue();
    return Long.parseLong(summary.group(1));
  }

  private void assertComplete(long movies) {
    try (CqlSession session = cassandra.connect()) {
      long stored =
          Objects.requireNonNull(session.execute("SELECT count(*) FROM movies").one()).getLong(0);
      assertThat(stored).isEqualTo(movies);
      InStep.assertInStep(session, tables);
    }
  }

  private static List<String> lines(int count) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(
          "{\"title\":\"Movie %d\",\"releaseYear\":1995,\"genres\":[\"Crime\"],\"actors\":[\"%d\"]}"
              .formatted(i, i % 100));
    }
    return lines;
  }
}
