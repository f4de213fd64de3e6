package dev.cinedex.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code export}, and its round trip with {@code import}. */
class ExportIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> ODD =
      List.of(
          "plain",
          "a,b",
          "\"quoted\"",
          "pipe|in|it",
          "back\\slash",
          "\\",
          "|",
          "=1+1",
          "'",
          "{}",
          "-",
          "\u00e9t\u00e9",
          "\ud83c\udfac film",
          "\u05d0\u05d1",
          "a;b",
          "\ufeffbom",
          "null",
          "1995");

  private final List<LookupTable> tables = Tables.shipped();
  private final CassandraFactory cassandra = newTables();
  @TempDir private Path directory;

  private CassandraFactory newTables() {
    CassandraFactory created = TestCassandra.factory(TestCassandra.newKeyspace());
    new Schema(created, Movie.ENTITY, tables).apply(applied -> {});
    return created;
  }

  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(strings = {"movies.ndjson", "movies.csv", "movies.csv.gz"})
  void whatIsExportedAndImportedIsTheSame(String name) throws Exception {
    importMovies(oddMovies());
    Path first = directory.resolve(name);
    assertDone(run(cassandra, "export", "movies", "CONFIG", first.toString()));
    assertThat(directory.resolve(name + ".part")).doesNotExist();
    assertThat(directory.resolve(name + ".progress")).doesNotExist();

    CassandraFactory others = newTables();
    assertDone(run(others, "import", "CONFIG", first.toString()));
    Path second = directory.resolve("again-" + name);
    assertDone(run(others, "export", "movies", "CONFIG", second.toString()));

    assertThat(text(second)).isEqualTo(text(first));
    assertThat(text(first).lines().count()).isGreaterThanOrEqualTo(oddMovies().size());
    try (CqlSession session = others.connect()) {
      InStep.assertInStep(session, tables);
    }
  }

  @Test
  void theMoviesAreThoseThatWereWritten() throws Exception {
    List<ObjectNode> movies = oddMovies();
    importMovies(movies);

    Ended ended = run(cassandra, "export", "movies", "CONFIG", "-");

    Set<JsonNode> exported = new java.util.HashSet<>();
    // The log of the tests goes to the standard output, too.
    for (String line : ended.output().lines().filter(each -> each.startsWith("{")).toList()) {
      exported.add(((ObjectNode) JSON.readTree(line)).without("id"));
    }
    assertThat(exported).containsExactlyInAnyOrderElementsOf(movies);
  }

  @ThoroughTest
  void aLookupTableIsExportedUnderTheNamesOfItsColumns() throws Exception {
    importMovies(oddMovies());
    Path csv = directory.resolve("rows.csv");
    Path ndjson = directory.resolve("rows.ndjson");

    assertDone(run(cassandra, "export", "movies_by_actor", "CONFIG", csv.toString()));
    assertDone(run(cassandra, "export", "movies_by_actor", "CONFIG", ndjson.toString()));

    assertThat(Files.readAllLines(csv).get(0))
        .isEqualTo(
            "\"actor\",\"title\",\"movie_id\",\"release_year\",\"genres\",\"actors\",\"version\"");
    Set<String> actors = new TreeSet<>();
    for (String line : Files.readAllLines(ndjson)) {
      actors.add(JSON.readTree(line).get("actor").asText());
    }
    assertThat(actors).isEqualTo(new TreeSet<>(ODD));
  }

  @ThoroughTest
  void anUnknownTableOrAFileThatExistsIsOneClearLine() throws Exception {
    Path file = Files.writeString(directory.resolve("movies.ndjson"), "mine");

    Ended exists = run(cassandra, "export", "movies", "CONFIG", file.toString());
    Ended unknown = run(cassandra, "export", "films", "CONFIG", "-");

    assertThat(exists.exitCode()).isEqualTo(2);
    assertThat(exists.output()).contains(file + " exists: delete it").doesNotContain("\tat ");
    assertThat(file).hasContent("mine");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.output()).contains("films").doesNotContain("\tat ");
  }

  @ThoroughTest
  void aKilledExportContinuesWithTheRangesThatAreMissing() throws Exception {
    killAndContinue("movies.csv.gz");
  }

  @ThoroughTest
  void aKilledExportOfPlainTextContinuesLikewise() throws Exception {
    killAndContinue("movies.ndjson");
  }

  private void killAndContinue(String name) throws Exception {
    importMovies(manyMovies(2_000));
    Path whole = directory.resolve("whole-" + name);
    assertDone(run(cassandra, "export", "movies", "CONFIG", whole.toString()));
    Path file = directory.resolve(name);
    Path part = directory.resolve(name + ".part");
    Path progress = directory.resolve(name + ".progress");
    killAnExport(file, progress);
    assertThat(file).doesNotExist();
    // As if the process had died within a line.
    Files.write(part, "{\"id\":\"to".getBytes(UTF_8), java.nio.file.StandardOpenOption.APPEND);

    Ended other = run(cassandra, "export", "movies_by_actor", "CONFIG", file.toString());
    Ended ended = run(cassandra, "export", "movies", "CONFIG", file.toString());

    assertThat(other.output()).contains("belongs to an export of something else");
    assertThat(ended.output()).contains("Continues the export");
    assertDone(ended);
    assertThat(text(file)).isEqualTo(text(whole));
    assertThat(part).doesNotExist();
    assertThat(progress).doesNotExist();
  }

  private void killAnExport(Path file, Path progress) throws Exception {
    Process process =
        TestProcess.java(
            cassandra,
            Map.of(),
            CinedexApplication.class,
            List.of("export", "movies", "config.yml", file.toString()));
    try {
      Awaitility.await()
          .atMost(Duration.ofMinutes(3))
          .pollInterval(Duration.ofMillis(2))
          .until(() -> !process.isAlive() || rangesDone(progress) >= 20);
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(progress).exists();
  }

  private static int rangesDone(Path progress) throws Exception {
    return Files.exists(progress)
        ? JSON.readTree(Files.readAllBytes(progress)).path("ranges").asInt()
        : 0;
  }

  private static List<ObjectNode> oddMovies() {
    List<ObjectNode> movies = new ArrayList<>();
    for (int i = 0; i < ODD.size(); i++) {
      ObjectNode movie = movie(ODD.get(i), ODD.subList(i, Math.min(ODD.size(), i + 3)));
      if (i % 2 == 0) {
        movie.put("releaseDate", "1995-12-15");
        movie.put("synopsis", ODD.get(i) + "\ntwo\r\n\n\"lines\",\t|\\ end");
      }
      movies.add(movie);
    }
    return movies;
  }

  private static List<ObjectNode> manyMovies(int count) {
    List<ObjectNode> movies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      movies.add(movie("Movie " + i, List.of("Fred")));
    }
    return movies;
  }

  private static ObjectNode movie(String title, List<String> actors) {
    ObjectNode movie = JSON.createObjectNode().put("title", title).put("releaseYear", 1995);
    movie.putArray("genres").add("Crime");
    ArrayNode names = movie.putArray("actors");
    actors.forEach(names::add);
    movie.putArray("directors");
    return movie;
  }

  private void importMovies(List<ObjectNode> movies) throws Exception {
    Path file = directory.resolve("original.ndjson");
    Files.write(file, movies.stream().map(ObjectNode::toString).toList());
    assertDone(run(cassandra, "import", "CONFIG", file.toString()));
  }

  private Ended run(CassandraFactory where, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    String config = Commands.configuration(directory, where, "");
    all.replaceAll(each -> each.equals("CONFIG") ? config : each);
    return Commands.run(all);
  }

  private static void assertDone(Ended ended) {
    assertThat(ended.exitCode()).as(ended.output()).isZero();
  }

  private static String text(Path file) throws Exception {
    try (InputStream bytes = Files.newInputStream(file)) {
      return new String(
          (file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes).readAllBytes(),
          UTF_8);
    }
  }
}
