package dev.cinedex.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.fasterxml.jackson.databind.JsonNode;
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
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code import} with CSV, and from the standard input. */
@Tag("thorough")
class ImportFormatsIT {
  private static final String MOVIE =
      "{\"title\":\"%s\",\"releaseYear\":1995,\"genres\":[\"Crime\"]}\n";

  private final List<LookupTable> tables = Tables.shipped();
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;

  @BeforeEach
  void createTables() {
    new Schema(cassandra, Movie.ENTITY, tables).apply(created -> {});
  }

  @Test
  void aCsvFileIsImportedAndItsRejectsHaveLineNumbers() throws Exception {
    Path file = directory.resolve("movies.csv");
    Files.writeString(
        file,
        """
        title,releaseYear,genres,actors,synopsis
        Heat,1995,Crime;Drama,Al Pacino;Robert De Niro,"two
        lines, ""quoted\"""

        Oops,soon,Crime,,
        Ronin,1998,Crime,Robert De Niro,
        """);

    Ended ended =
        Commands.run(List.of("import", "--list-separator", ";", configuration(), file.toString()));

    assertThat(ended.output()).contains("3 read, 2 written, 0 unchanged, 1 rejected");
    JsonNode reject =
        new ObjectMapper().readTree(directory.resolve("movies.csv.rejects.ndjson").toFile());
    assertThat(reject.get("line").asLong()).isEqualTo(5);
    assertThat(reject.get("text").asText()).isEqualTo("Oops,soon,Crime,,");
    assertThat(reject.get("reason").asText()).isEqualTo("releaseYear must be a whole number");
    try (CqlSession session = cassandra.connect()) {
      Row heat =
          Objects.requireNonNull(
              session
                  .execute(
                      "SELECT * FROM movies_by_genre WHERE genre = 'Drama' AND bucket IN (0, 1, 2, 3)")
                  .one());
      assertThat(heat.getString("synopsis")).isEqualTo("two\nlines, \"quoted\"");
      assertThat(heat.getSet("genres", String.class)).isEqualTo(Set.of("Crime", "Drama"));
      InStep.assertInStep(session, tables);
    }
  }

  @Test
  void aHeaderThatIsNotOfMoviesImportsNothing() throws Exception {
    Path file = directory.resolve("movies.csv");
    Files.writeString(file, "name,year\nHeat,1995\n");

    Ended ended = Commands.run(List.of("import", configuration(), file.toString()));

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.output()).contains("has the field 'name'").doesNotContain("\tat ");
  }

  @Test
  void theStandardInputIsImportedAsItComes() throws Exception {
    Process process = start("import", "config.yml", "-");
    try (OutputStream out = process.getOutputStream()) {
      out.write(MOVIE.formatted("Heat").getBytes(UTF_8));
      out.flush();
      Thread.sleep(100);
      out.write(MOVIE.formatted("Ronin").getBytes(UTF_8));
    }

    assertThat(output(process)).contains("2 read, 2 written");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void aGzippedStandardInputMayHaveSeveralPartsAndPauses() throws Exception {
    Process process = start("import", "--format", "csv", "config.yml", "-");
    try (OutputStream out = process.getOutputStream()) {
      out.write(gzip("title,releaseYear,genres\nHeat,1995,Crime\n"));
      out.flush();
      Thread.sleep(1_000); // longer than the process needs to take it for the end
      out.write(gzip("Ronin,1998,Crime\n"));
    }

    assertThat(output(process)).contains("2 read, 2 written");
  }

  private static byte[] gzip(String text) throws Exception {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private Process start(String... arguments) throws Exception {
    return TestProcess.java(cassandra, Map.of(), CinedexApplication.class, List.of(arguments));
  }

  private static String output(Process process) throws Exception {
    return new String(process.getInputStream().readAllBytes(), UTF_8);
  }

  private String configuration() throws Exception {
    return Commands.configuration(directory, cassandra, "");
  }
}
