package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code import}. */
@Tag("thorough")
class ImportIT {
  private static final Path REAL_MOVIES =
      Path.of("..", "shared", "data", "movies-1900-1999.ndjson.gz");
  private static final String LINE =
      "{\"title\":\"%s\",\"releaseYear\":1995,\"genres\":[\"Crime\"],\"actors\":[\"%s\"]}";

  private final List<LookupTable> tables = Tables.shipped();
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;

  @BeforeEach
  void createTables() {
    new Schema(cassandra, Movie.ENTITY, tables).apply(created -> {});
  }

  @Test
  void importingAFileAgainChangesNothing() throws Exception {
    Path file = write("movies.ndjson", LINE.formatted("A", "x"), "", LINE.formatted("B", "x"));

    assertThat(run(file).output()).contains("2 read, 2 written, 0 unchanged, 0 rejected");
    Map<UUID, Long> versions = versions();
    Ended again = run(file);

    assertThat(again.exitCode()).isZero();
    assertThat(again.output()).contains("2 read, 0 written, 2 unchanged, 0 rejected");
    assertThat(versions()).isEqualTo(versions);
    assertInStep();
  }

  @Test
  void rejectsAreWrittenWithLineAndReason() throws Exception {
    String noGenre = "{\"title\":\"C\",\"releaseYear\":1995,\"genres\":[]}";
    Path file = write("movies.ndjson", LINE.formatted("A", "x"), "oops", noGenre);

    Ended first = run(file);

    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(first.output()).contains("3 read, 1 written, 0 unchanged, 2 rejected");
    List<JsonNode> rejects = new ArrayList<>();
    Path rejectsFile = directory.resolve("movies.ndjson.rejects.ndjson");
    for (String line : Files.readAllLines(rejectsFile)) {
      rejects.add(new ObjectMapper().readTree(line));
    }
    assertThat(rejects).extracting(r -> r.get("line").asInt()).containsExactly(2, 3);
    assertThat(rejects.get(0).get("text").asText()).isEqualTo("oops");
    assertThat(rejects.get(1).get("reason").asText()).contains("genres");

    Path fixed = write("movies.ndjson", noGenre);
    Ended second = run(fixed, "--default-genre", "Unclassified");
    assertThat(second.exitCode()).as(second.output()).isZero();
    assertThat(rejectsFile).doesNotExist();
    assertInStep();
  }

  @Test
  void anImportLeavesNoNoteBehind() throws Exception {
    String[] lines = new String[200];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = LINE.formatted("Movie " + i, "x");
    }

    Ended ended =
        Commands.runProcess(cassandra, arguments("config.yml", gzip("movies.ndjson.gz", lines)));

    assertThat(ended.output().lines()).as(ended.output()).hasSize(1);
    try (CqlSession session = cassandra.connect()) {
      assertThat(session.execute("SELECT * FROM unsettled_movies").all()).isEmpty();
    }
  }

  @Test
  void aRejectsFileThatCannotBeWrittenIsOneClearLine() throws Exception {
    Path file = write("movies.ndjson", "oops");
    Files.createDirectory(directory.resolve("movies.ndjson.rejects.ndjson"));
    Files.createFile(directory.resolve("movies.ndjson.rejects.ndjson").resolve("in the way"));

    Ended ended = run(file);

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.output()).contains("Line 1 is rejected").doesNotContain("\tat ");
  }

  @Test
  void linesOfOneMovieAreWrittenInTheirOrder() throws Exception {
    String id = UUID.randomUUID().toString();
    String[] lines = new String[50];
    for (int i = 0; i < lines.length; i++) {
      lines[i] =
          LINE.formatted("Cut " + i, "x").replace("{\"title", "{\"id\":\"" + id + "\",\"title");
    }

    Ended ended = run(gzip("movies.ndjson.gz", lines));

    assertThat(ended.output()).contains("50 read, 50 written");
    try (CqlSession session = cassandra.connect()) {
      assertThat(InStep.stored(session, tables.get(1)).keySet())
          .containsExactly(new RowKey(tables.get(1), List.of("x", "Cut 49", UUID.fromString(id))));
    }
    assertInStep();
  }

  @Test
  void aLineThatIsNotUtf8IsRejected() throws Exception {
    byte[] line = LINE.formatted("Caf\u00e9", "x").getBytes(StandardCharsets.ISO_8859_1);

    Ended ended = run(Files.write(directory.resolve("movies.ndjson"), line));

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output()).contains("0 written, 0 unchanged, 1 rejected");
  }

  @Test
  void aFileThatBreaksOffLeavesNothingHalfWritten() throws Exception {
    String[] lines = new String[500];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = LINE.formatted("Movie " + i, UUID.randomUUID());
    }
    Path whole = gzip("whole.ndjson.gz", lines);
    byte[] bytes = Files.readAllBytes(whole);
    Path broken =
        Files.write(
            directory.resolve("broken.ndjson.gz"),
            java.util.Arrays.copyOf(bytes, bytes.length / 2));

    Ended ended = run(broken);

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.output()).contains("stopped at line").doesNotContain("\tat ");
    assertInStep();
  }

  @Test
  void aFileThatIsNotThereIsOneClearLine() throws Exception {
    Ended ended =
        Commands.runProcess(
            cassandra, arguments("config.yml", directory.resolve("nothing.ndjson")));

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.output().lines()).hasSize(1);
    assertThat(ended.output()).contains("nothing.ndjson");
  }

  @Test
  void theRealMoviesGiveOneRowForEachGenreAndDistinctActor() throws Exception {
    assumeTrue(Files.exists(REAL_MOVIES), "SKIPPED: no real movies at " + REAL_MOVIES);
    long genreRows = 0;
    long actorRows = 0;
    String[] movies = someRealMovies();
    for (String line : movies) {
      JsonNode movie = new ObjectMapper().readTree(line);
      genreRows += Math.max(1, distinct(movie.get("genres")));
      actorRows += distinct(movie.get("actors"));
    }

    Path copy = gzip("movies.ndjson.gz", movies);
    Ended first = run(copy, "--default-genre", "Unclassified");
    System.out.print("Real movies: " + first.output());
    assertThat(first.output())
        .contains("%d read, %<d written, 0 unchanged, 0 rejected".formatted(movies.length));
    Map<UUID, Long> versions = versions();
    assertThat(versions).hasSize(movies.length);
    try (CqlSession session = cassandra.connect()) {
      assertThat(InStep.stored(session, tables.get(0))).hasSize((int) genreRows);
      assertThat(InStep.stored(session, tables.get(1))).hasSize((int) actorRows);
    }

    Ended second = run(copy, "--default-genre", "Unclassified");
    System.out.print("Real movies again: " + second.output());
    assertThat(second.output()).contains("0 written, %d unchanged".formatted(movies.length));
    assertThat(versions()).isEqualTo(versions);
  }

  /** Returns one movie in five: the benchmark imports more of them. */
  private static String[] someRealMovies() throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(REAL_MOVIES))) {
      List<String> all = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      return IntStream.range(0, all.size() / 5)
          .mapToObj(i -> all.get(5 * i))
          .toArray(String[]::new);
    }
  }

  /** As the service counts names: trimmed, composed, each once. */
  private static int distinct(JsonNode names) {
    HashSet<String> distinct = new HashSet<>();
    names.forEach(
        name ->
            distinct.add(
                java.text.Normalizer.normalize(name.asText(), java.text.Normalizer.Form.NFC)
                    .strip()));
    return distinct.size();
  }

  private Ended run(Path file, String... options) throws Exception {
    return Commands.run(arguments(Commands.configuration(directory, cassandra, ""), file, options));
  }

  private static List<String> arguments(String config, Path file, String... options) {
    List<String> arguments = new ArrayList<>(List.of("import"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of(config, file.toString()));
    return arguments;
  }

  private Map<UUID, Long> versions() {
    Map<UUID, Long> versions = new HashMap<>();
    try (CqlSession session = cassandra.connect()) {
      for (Row row : session.execute("SELECT movie_id, version FROM movies")) {
        versions.put(row.getUuid("movie_id"), row.getLong("version"));
      }
    }
    return versions;
  }

  private void assertInStep() {
    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, tables);
    }
  }

  private Path write(String name, String... lines) throws IOException {
    return Files.write(directory.resolve(name), List.of(lines));
  }

  private Path gzip(String name, String... lines) throws IOException {
    Path file = directory.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }
}
