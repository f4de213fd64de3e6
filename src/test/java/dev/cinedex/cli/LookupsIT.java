package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.CinedexApplication;
import dev.cinedex.CinedexConfiguration;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Schema;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.jobs.Job.Options;
import dev.cinedex.jobs.JobStore;
import dev.cinedex.jobs.Lookups;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import io.dropwizard.configuration.YamlConfigurationFactory;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.util.JarLocation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    String config = configuration();
    assertThat(run("import", config, movies.toString()).exitCode()).isZero();
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

      Ended verified = runProcess("lookups", "verify", "movies_by_director", config);
      assertThat(verified.exitCode()).isEqualTo(1);
      assertThat(verified.output())
          .contains("{\"state\":\"missing\",\"key\":{\"director\":\"Michael Mann\"")
          .contains("2 missing, 0 stale, 0 orphaned")
          .contains("run 'lookups repair --apply'");
      assertThat(
              run("lookups", "verify", "movies_by_director", config, "--key", "title=Ali").output())
          .contains("1 missing, 0 stale, 0 orphaned");
      assertThat(
              run("lookups", "verify", "movies_by_actor", config, "--actor", "Nobody").exitCode())
          .isZero();
      assertThat(run("lookups", "verify", "movies_by_director", config, "--digest").output())
          .contains("2 missing, 0 stale, 0 orphaned");
      assertThat(run("lookups", "repair", "movies_by_director", config).exitCode()).isEqualTo(1);
      Ended repaired = run("lookups", "repair", "movies_by_director", config, "--apply");
      assertThat(repaired.exitCode()).as(repaired.output()).isZero();
      assertThat(repaired.output()).contains("2 mended");
      InStep.assertInStep(session, tables);
    }

    assertThat(run("lookups", "drop", "movies_by_director", config).output())
        .contains("is ready: retire it first, and see whether anybody misses it");
    assertThat(run("lookups", "retire", "movies_by_director", config).exitCode()).isZero();
    assertThat(run("lookups", "restore", "movies_by_director", config).exitCode()).isZero();
    assertThat(run("lookups", "retire", "movies_by_director", config).exitCode()).isZero();
    assertThat(run("lookups", "drop", "movies_by_director", config).exitCode()).isZero();
    assertThat(run("lookups", "list", config).output().lines())
        .noneMatch(line -> line.startsWith("movies_by_director"));
  }

  @Test
  void aJobIsPausedResumedAndCancelled() throws Exception {
    Schema schema = new Schema(cassandra, Tables.shipped());
    schema.apply(created -> {});
    String config = configuration();
    assertThat(run("lookups", "pause", "movies_by_actor", config).output())
        .contains("There was no job on lookup table 'movies_by_actor'");
    try (CqlSession session = cassandra.connect()) {
      Lookups lookups =
          new Lookups(session, schema, TestCassandra.catalog(session), new JobStore(session));
      lookups.verify("movies_by_actor", Options.PLAIN); // which nobody does

      assertThat(run("lookups", "pause", "movies_by_actor", config).output())
          .contains("(verify of movies_by_actor) is paused");
      assertThat(run("lookups", "verify", "movies_by_actor", config).output())
          .contains(
              "is on lookup table 'movies_by_actor', and is paused: wait for it, or cancel it");
      Ended resumed = run("lookups", "resume", "movies_by_actor", config);
      assertThat(resumed.exitCode()).as(resumed.output()).isZero();
      assertThat(resumed.output()).contains("verify of movies_by_actor is done");
      assertThat(run("lookups", "cancel", "movies_by_actor", config).output())
          .contains("is done: it cannot be cancelled now");

      lookups.repair("movies_by_actor", Options.PLAIN);
      assertThat(run("lookups", "cancel", "movies_by_actor", config).exitCode()).isZero();
    }
  }

  @Test
  void aJobGoesOnWhenCassandraStoodStill() throws Exception {
    Schema schema = new Schema(cassandra, Tables.shipped());
    schema.apply(created -> {});
    String config = configuration();
    Path movies = directory.resolve("movies.ndjson");
    Files.writeString(
        movies,
        IntStream.range(0, 10)
            .mapToObj(
                "{'title':'T%d','releaseYear':2000,'genres':['G'],'actors':['A']}%n"::formatted)
            .collect(Collectors.joining())
            .replace('\'', '"'));
    assertThat(run("import", config, movies.toString()).exitCode()).isZero();
    try (CqlSession session = cassandra.connect()) {
      Lookups lookups =
          new Lookups(session, schema, TestCassandra.catalog(session), new JobStore(session));
      CompletableFuture<Ended> verified =
          CompletableFuture.supplyAsync(
              () ->
                  ended("lookups", "verify", "movies_by_actor", config, "--rows-per-second", "1"));
      Awaitility.await()
          .until(
              () ->
                  lookups.lastJob("movies_by_actor").map(job -> job.done().read()).orElse(0L) > 0);

      TestCassandra.standStill(Duration.ofSeconds(25)); // longer than a lease, and than a request

      Ended ended = verified.get(3, TimeUnit.MINUTES);
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      assertThat(ended.output()).contains("verify of movies_by_actor is done: 20 read");
    }
  }

  private Ended ended(String... arguments) {
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
        "--movie           | 1-2-3-4-5     | --movie: '1-2-3-4-5' is no UUID",
        "--key             | actor         | --key: has not the form actor=Fred",
        "--tokens          | 100           | tokens: '100' has not the form -100:100, of two 64-bit integers",
        "--tokens          | x:9           | tokens: 'x:9' has not the form -100:100, of two 64-bit integers",
        "--tokens          | 9:1           | tokens: 9 is not less than 1",
        "--rows-per-second | 1000001       | rowsPerSecond: must be from 1 to 1000000",
        "--key             | director=Fred | 'director' is no column of it; there are [actor, title, movie_id]"
      })
  void aScopeThatCannotBeIsRefused(String option, String value, String message) throws Exception {
    new Schema(cassandra, Tables.shipped()).apply(created -> {});

    Ended refused = run("lookups", "verify", "movies_by_actor", configuration(), option, value);

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.output()).contains(message).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "  movies_by_actor: {partition: title}              | Duplicate field 'movies_by_actor'",
        "  movies_by_x: {partition: title, maintenance: it} | must be sync or async"
      })
  void aConfigurationThatCannotBeIsRefused(String declaration, String message) throws Exception {
    Path config = Path.of(configuration());
    Files.writeString(
        config,
        Files.readString(config).replace("\nlookups:\n", "\nlookups:\n  " + declaration + "\n"));

    Ended refused = run("lookups", "list", config.toString());

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.output()).contains(message);
  }

  /** As the environment would set it. */
  private String configuration() throws IOException {
    Path file = directory.resolve("config.yml");
    Files.writeString(
        file,
        Files.readString(Path.of("config.yml"))
            .replace("\nlookups:\n", "\nlookups:\n" + DECLARATION)
            .replace("${CASSANDRA_EMBEDDED:-true}", "false")
            .replace("${CASSANDRA_CONTACT_POINTS:-127.0.0.1:9042}", cassandra.contactPoints())
            .replace("${CASSANDRA_KEYSPACE:-cinedex}", cassandra.keyspace()));
    return file.toString();
  }

  /** In this process: a JVM takes longer to start than most of what is done here. */
  private Ended run(String... arguments) throws Exception {
    CinedexApplication application = new CinedexApplication();
    Bootstrap<CinedexConfiguration> bootstrap = new Bootstrap<>(application);
    application.initialize(bootstrap);
    // Under another prefix than "dw", under which other tests override the configuration.
    bootstrap.setConfigurationFactoryFactory(
        (type, validator, mapper, prefix) ->
            new YamlConfigurationFactory<>(type, validator, mapper, "cli"));
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(output, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    try {
      Optional<Throwable> failure =
          new Cli(new JarLocation(LookupsIT.class), bootstrap, both, both).run(arguments);
      return new Ended(failure.isPresent() ? 1 : 0, output.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** As a user would. */
  private Ended runProcess(String... arguments) throws Exception {
    Process process =
        TestProcess.java(cassandra, Map.of(), CinedexApplication.class, List.of(arguments));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output);
  }
}
