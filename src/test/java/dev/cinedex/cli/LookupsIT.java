package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.jobs.JobKinds;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.Json;
import dev.cinedex.testing.TestInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code lookups}: a table's life, from five lines of YAML to its end. */
@Tag("thorough")
class LookupsIT {
  private static final String DECLARATION =
      """
        movies_by_director:
          partition: [director]
          clustering: [release_year desc, title]
      """;

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;

  @Test
  void aTableIsBuiltVerifiedRepairedRetiredAndDropped() throws Exception {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    String config = configuration();
    importTwoMovies(config);
    List<LookupTable> tables = Tables.ofConfiguration(Path.of(config));

    build(config);
    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, tables);
      session.execute("DELETE FROM movies_by_director WHERE director = 'Michael Mann'");
      verify(config);
      repair(config);
      InStep.assertInStep(session, tables);
    }
    retireAndDrop(config);
  }

  private void importTwoMovies(String config) throws Exception {
    Path movies =
        Files.writeString(
            directory.resolve("movies.ndjson"),
            """
            {"title":"Heat","releaseYear":1995,"genres":["Crime"],"directors":["Michael Mann"]}
            {"title":"Ali","releaseYear":2001,"genres":["Drama"],"directors":["Michael Mann"]}
            """);
    assertThat(run("import", config, movies.toString()).exitCode()).isZero();
  }

  private static void build(String config) throws Exception {
    assertThat(run("lookups", "verify", "movies_by_director", config).output())
        .contains("There is no lookup table 'movies_by_director'");
    assertThat(run("lookups", "list", config).output())
        .contains("lookups.movies_by_director is not built: run 'java -jar");
    Ended built = run("lookups", "build", "movies_by_director", config);
    assertThat(built.exitCode()).as(built.output()).isZero();
    assertThat(built.output()).contains("build of movies_by_director is done: 4 read, 2 written;");
    assertThat(run("lookups", "list", config).output())
        .contains("movies_by_director ready last job ");
  }

  private void verify(String config) throws Exception {
    Ended verified =
        Commands.runProcess(cassandra, List.of("lookups", "verify", "movies_by_director", config));
    assertThat(verified.exitCode()).isEqualTo(1);
    assertThat(verified.output())
        .contains("{\"state\":\"missing\",\"key\":{\"director\":\"Michael Mann\"")
        .contains("2 missing, 0 stale, 0 orphaned")
        .contains("--apply' repairs them");
    assertThat(
            run("lookups", "verify", "movies_by_director", config, "--key", "title=Ali").output())
        .contains("1 missing, 0 stale, 0 orphaned");
    assertThat(run("lookups", "verify", "--all", config).output())
        .contains("verify of several tables is done")
        .contains("2 rows of several tables do not match the ledger: repair each table that");
    assertThat(run("lookups", "verify", "movies_by_actor", config, "--actor", "Nobody").exitCode())
        .isZero();
    assertThat(run("lookups", "verify", "movies_by_director", config, "--digest").output())
        .contains("2 missing, 0 stale, 0 orphaned");
  }

  private static void repair(String config) throws Exception {
    Ended found = run("lookups", "repair", "movies_by_director", config);
    assertThat(found.exitCode()).isEqualTo(1);
    assertThat(found.output())
        .contains(
            "do not match the ledger: 'lookups repair movies_by_director config.yml --apply'");
    Ended repaired = run("lookups", "repair", "movies_by_director", config, "--apply");
    assertThat(repaired.exitCode()).as(repaired.output()).isZero();
    assertThat(repaired.output()).contains("2 repaired");
  }

  private static void retireAndDrop(String config) throws Exception {
    assertThat(run("lookups", "drop", "movies_by_director", config).output())
        .contains("is ready: retire it first, and see whether anybody misses it");
    for (String command : List.of("retire", "restore", "retire", "drop")) {
      assertThat(run("lookups", command, "movies_by_director", config).exitCode()).isZero();
    }
    assertThat(run("lookups", "list", config).output().lines())
        .noneMatch(line -> line.startsWith("movies_by_director"))
        .anyMatch(line -> line.startsWith("lookups.movies_by_director is not built"));
  }

  @Test
  void aJobIsPausedResumedAndCancelled() throws Exception {
    Schema schema = new Schema(cassandra, Movie.ENTITY, Tables.shipped());
    schema.apply(created -> {});
    String config = configuration();
    assertThat(run("lookups", "pause", "movies_by_actor", config).output())
        .contains("Lookup table 'movies_by_actor' has had no job");
    try (CqlSession session = cassandra.connect()) {
      TableLifecycle lookups = TestInstance.on(session).lifecycle(schema);
      lookups.begin(
          JobKinds.named("verify"), "movies_by_actor", JobOptions.PLAIN); // which nobody does

      assertThat(run("lookups", "pause", "movies_by_actor", config).output())
          .contains("(verify of movies_by_actor) is paused");
      assertThat(run("lookups", "verify", "movies_by_actor", config).output())
          .contains("is on lookup table 'movies_by_actor', and is paused: resume it, or cancel it");
      Ended resumed = run("lookups", "resume", "movies_by_actor", config);
      assertThat(resumed.exitCode()).as(resumed.output()).isZero();
      assertThat(resumed.output()).contains("verify of movies_by_actor is done");
      assertThat(run("lookups", "cancel", "movies_by_actor", config).output())
          .contains("is done: nothing is left to pause, resume or cancel");

      lookups.begin(JobKinds.named("repair"), "movies_by_actor", JobOptions.PLAIN);
      assertThat(run("lookups", "cancel", "movies_by_actor", config).exitCode()).isZero();
    }
  }

  @Test
  void aJobGoesOnWhenCassandraStoodStill() throws Exception {
    Schema schema = new Schema(cassandra, Movie.ENTITY, Tables.shipped());
    schema.apply(created -> {});
    String config = configuration();
    Path movies = directory.resolve("movies.ndjson");
    Files.writeString(
        movies,
        IntStream.range(0, 10)
            .mapToObj(
                "{'title':'T%d','releaseYear':2000,'genres':['G'],'actors':['A']}%n"::formatted)
            .map(Json::quoted)
            .collect(Collectors.joining()));
    assertThat(run("import", config, movies.toString()).exitCode()).isZero();
    try (CqlSession session = cassandra.connect()) {
      TableLifecycle lookups = TestInstance.on(session).lifecycle(schema);
      CompletableFuture<Ended> verified =
          CompletableFuture.supplyAsync(
              () ->
                  ended("lookups", "verify", "movies_by_actor", config, "--rows-per-second", "1"));
      Awaitility.await()
          .until(
              () ->
                  lookups.lastJob("movies_by_actor").map(job -> job.done().read()).orElse(0L) > 0);

      TestCassandra.standStill(Duration.ofSeconds(12)); // longer than a lease, and than a request

      Ended ended = verified.get(3, TimeUnit.MINUTES);
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      assertThat(ended.output()).contains("verify of movies_by_actor is done: 20 read");
    }
  }

  private static Ended ended(String... arguments) {
    try {
      return run(arguments);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--movie           | 1-2-3-4-5     | --movie: '1-2-3-4-5' is not a UUID",
        "--key             | actor         | --key: 'actor' does not have the form COLUMN=VALUE,"
            + " such as actor=Fred",
        "--tokens          | 100           | tokens: '100' is not a range of two 64-bit integers,"
            + " such as -100:100",
        "--tokens          | x:9           | tokens: 'x:9' is not a range of two 64-bit integers,"
            + " such as -100:100",
        "--tokens          | 9:1           | tokens: 9 is not less than 1",
        "--rows-per-second | 1000001       | argument --rows-per-second: invalid choice: '1000001'"
            + " (choose from {1..1000000})",
        "--key             | director=Fred | 'director' is not a key column; key columns: [actor,"
            + " title, movie_id]"
      })
  void aScopeThatCannotBeIsRefused(String option, String value, String message) throws Exception {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});

    Ended refused = run("lookups", "verify", "movies_by_actor", configuration(), option, value);

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.output()).contains(message).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "  movies_by_actor: {partition: title}              | Duplicate field 'movies_by_actor'",
        "  movies_by_x: {partition: title, maintenance: it} | lookups.movies_by_x.maintenance: must"
            + " be sync or async"
      })
  void aConfigurationThatCannotBeIsRefused(String declaration, String message) throws Exception {
    Path config = Path.of(configuration());
    Files.writeString(
        config,
        Files.readString(config).replace("\nlookups:\n", "\nlookups:\n  " + declaration + "\n"));

    Ended refused = run("lookups", "list", config.toString());

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.output()).contains(message).doesNotContain("dev.cinedex");
  }

  private String configuration() throws IOException {
    return Commands.configuration(directory, cassandra, DECLARATION);
  }

  private static Ended run(String... arguments) throws Exception {
    return Commands.run(List.of(arguments));
  }
}
