package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand random faults in tables of real movies are found and repaired. The tables are built
 * while the movies are imported.
 */
@Tag("thorough")
class ThousandFaultsIT {
  private static final Path REAL_MOVIES =
      Path.of("..", "shared", "data", "movies-1900-1999.ndjson.gz");
  private static final String DECLARATIONS =
      """
        movies_by_title:                    # key-only; the real movies have no directors
          partition: [title]
        movies_by_actor_newest:
          partition: [actor]
          clustering: [release_year desc, title]
          columns: [genres]
        movies_by_actor_and_genre:
          partition: [actor, genre]
          clustering: [title]
          columns: [release_year]
        movies_by_decade_and_genre:
          partition: [release_decade, genre]
          buckets: 4
          clustering: [title]
          columns: [actors]
      """;
  private static final List<String> ADDED =
      List.of(
          "movies_by_title",
          "movies_by_actor_newest",
          "movies_by_actor_and_genre",
          "movies_by_decade_and_genre");
  private static final int FAULTS = 1_000;

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final CqlSession session = session();
  @TempDir private Path directory;

  private record Ended(int exitCode, String output) {}

  private CqlSession session() {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    return cassandra.connect();
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void areFoundAndRepaired() throws Exception {
    assumeTrue(Files.exists(REAL_MOVIES), "SKIPPED: no real movies at " + REAL_MOVIES);
    Path movies = Files.copy(REAL_MOVIES, directory.resolve("movies.ndjson.gz"));
    String config = configuration();
    List<LookupTable> tables = Tables.ofConfiguration(Path.of(config));

    ExecutorService commands = Executors.newFixedThreadPool(1 + ADDED.size());
    CompletableFuture<Ended> importing =
        CompletableFuture.supplyAsync(
            () -> runUnchecked("import", "--default-genre", "Unclassified", config, movies + ""),
            commands);
    List<CompletableFuture<Ended>> builds =
        ADDED.stream()
            .map(
                table ->
                    CompletableFuture.supplyAsync(
                        () -> runUnchecked("lookups", "build", table, config), commands))
            .toList();
    Ended imported = importing.get(20, TimeUnit.MINUTES);
    assertThat(imported.exitCode()).as(imported.output()).isZero();
    for (CompletableFuture<Ended> build : builds) {
      Ended built = build.get(15, TimeUnit.MINUTES);
      assertThat(built.exitCode()).as(built.output()).isZero();
    }
    commands.shutdown();
    InStep.assertInStep(session, tables);

    Map<String, Map<String, String>> planted = plant(tables);
    for (LookupTable table : tables) {
      Map<String, String> faults = Objects.requireNonNull(planted.get(table.name()));
      Ended digest = run("lookups", "verify", table.name(), config, "--digest");
      assertThat(states(digest)).isEqualTo(faults);
      Ended repaired = run("lookups", "repair", table.name(), config, "--apply", "--digest");
      assertThat(repaired.exitCode()).as(repaired.output()).isZero();
      assertThat(states(repaired)).isEqualTo(faults);
    }
    InStep.assertInStep(session, tables);
  }

  /**
   * Plants an equal share of the faults in each table, and returns their states by table and key.
   */
  private Map<String, Map<String, String>> plant(List<LookupTable> tables) {
    long seed = Long.getLong("faults.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("-Dfaults.seed=" + seed);
    Random random = new Random(seed);
    Map<String, Map<String, String>> planted = new TreeMap<>();
    for (int i = 0; i < tables.size(); i++) {
      int faults = FAULTS * (i + 1) / tables.size() - FAULTS * i / tables.size();
      planted.put(tables.get(i).name(), RandomFaults.plant(session, tables.get(i), faults, random));
    }
    assertThat(planted.values().stream().mapToInt(Map::size).sum()).isEqualTo(FAULTS);
    return planted;
  }

  private static Map<String, String> states(Ended ended) throws IOException {
    Map<String, String> states = new TreeMap<>();
    for (String line : ended.output().lines().filter(l -> l.startsWith("{\"state\"")).toList()) {
      JsonNode finding = new ObjectMapper().readTree(line);
      List<Object> key = new ArrayList<>();
      finding.get("key").forEach(value -> key.add(value.asText()));
      states.put(RandomFaults.text(key), finding.get("state").asText());
    }
    return states;
  }

  private String configuration() throws IOException {
    Path file = directory.resolve("config.yml");
    Files.writeString(
        file,
        Files.readString(Path.of("config.yml"))
            .replace("\nlookups:\n", "\nlookups:\n" + DECLARATIONS));
    return file.toString();
  }

  private Ended run(String... arguments) throws Exception {
    Process process =
        TestProcess.java(cassandra, Map.of(), CinedexApplication.class, List.of(arguments));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), output);
  }

  private Ended runUnchecked(String... arguments) {
    try {
      return run(arguments);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
