package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Schema;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code lookups}: a table's life, from five lines of YAML to its end. */
class LookupsIT {
  private static final String DECLARATION =
      """
        movies_by_director:
          partition: [director]
          clustering: [release_year desc, title]
      """;

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;

  private record Ended(int exitCode, String output) {}

  @Test
  void aTableIsBuiltVerifiedRepairedRetiredAndDropped() throws Exception {
    new Schema(cassandra, Tables.shipped()).apply(created -> {});
    Path movies = directory.resolve("movies.ndjson");
    Files.writeString(
        movies,
        """
        {"title":"Heat","releaseYear":1995,"genres":["Crime"],"directors":["Michael Mann"]}
        {"title":"Ali","releaseYear":2001,"genres":["Drama"],"directors":["Michael Mann"]}
        """);
    assertThat(run("import", "config.yml", movies.toString()).exitCode()).isZero();
    String config = configuration();
    List<LookupTable> tables = Tables.ofConfiguration(Path.of(config));

    assertThat(run("lookups", "verify", "movies_by_director", config).output())
        .contains("There is no lookup table 'movies_by_director'");
    Ended built = run("lookups", "build", "movies_by_director", config);
    assertThat(built.exitCode()).as(built.output()).isZero();
    assertThat(built.output()).contains("build of movies_by_director is done: 6 read, 2 written;");
    assertThat(run("lookups", "list", config).output())
        .contains("movies_by_director ready last job ");

    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, tables);
      session.execute("DELETE FROM movies_by_director WHERE director = 'Michael Mann'");

      Ended verified = run("lookups", "verify", "movies_by_director", config);
      assertThat(verified.exitCode()).isEqualTo(1);
      assertThat(verified.output())
          .contains("{\"state\":\"missing\",\"key\":{\"director\":\"Michael Mann\"")
          .contains("2 missing, 0 stale, 0 orphaned")
          .contains("run 'lookups repair --apply'");
      assertThat(run("lookups", "repair", "movies_by_director", config).exitCode()).isEqualTo(1);
      Ended repaired = run("lookups", "repair", "movies_by_director", config, "--apply");
      assertThat(repaired.exitCode()).as(repaired.output()).isZero();
      assertThat(repaired.output()).contains("2 mended");
      InStep.assertInStep(session, tables);
    }

    assertThat(run("lookups", "drop", "movies_by_director", config).output())
        .contains("is not retired");
    assertThat(run("lookups", "retire", "movies_by_director", config).exitCode()).isZero();
    assertThat(run("lookups", "restore", "movies_by_director", config).exitCode()).isZero();
    assertThat(run("lookups", "retire", "movies_by_director", config).exitCode()).isZero();
    assertThat(run("lookups", "drop", "movies_by_director", config).exitCode()).isZero();
    assertThat(run("lookups", "list", "config.yml").output()).doesNotContain("movies_by_director");
  }

  private String configuration() throws IOException {
    Path file = directory.resolve("config.yml");
    Files.writeString(
        file,
        Files.readString(Path.of("config.yml"))
            .replace("\nlookups:\n", "\nlookups:\n" + DECLARATION));
    return file.toString();
  }

  private Ended run(String... arguments) throws Exception {
    Process process =
        TestProcess.java(cassandra, Map.of(), CinedexApplication.class, List.of(arguments));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output);
  }
}
