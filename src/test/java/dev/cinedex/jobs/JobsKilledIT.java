package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Catalog;
import dev.cinedex.cassandra.Schema;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.ledger.InStep;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.MovieWriter;
import dev.cinedex.ledger.Notes;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.projection.LookupReader;
import dev.cinedex.projection.Projection;
import io.dropwizard.jersey.validation.Validators;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process is killed (-9) in each phase of each job; another one goes on with what is left. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobsKilledIT {
  private static final int MOVIES = 60;
  private static final int FAULTS = 30;

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final Schema schema = new Schema(cassandra, Tables.shipped());
  private final CqlSession session = session();
  private final Catalog catalog = TestCassandra.catalog(session);
  private final Projection projection = new Projection(session, 32 << 10, TestCassandra.costs());
  private final LookupReader reader = new LookupReader(session, projection);
  private final Ledger ledger =
      new Ledger(session, new Notes(session), new MovieJson(Validators.newValidator()));
  private final MovieWriter writer =
      new MovieWriter(ledger, projection, catalog, Clock.systemUTC(), Runnable::run, step -> {});
  private final JobStore store = new JobStore(session);
  private final JobRunner runner =
      new JobRunner(catalog, ledger, reader, writer, projection, store);

  private CqlSession session() {
    schema.apply(created -> {});
    return cassandra.connect();
  }

  @BeforeAll
  void writeMovies() {
    for (int i = 0; i < MOVIES; i++) {
      Movie movie =
          new Movie("T" + i, 2000, null, Set.of("G"), List.of("A" + i), List.of("D"), null);
      writer.write(UUID.randomUUID(), head -> movie);
    }
  }

  @AfterAll
  void close() {
    session.close();
  }

  @ParameterizedTest
  @CsvSource({
    "build,           BACKFILL",
    "build,           FROM_LEDGER",
    "build,           FROM_TABLE",
    "verify,          FROM_LEDGER",
    "verify,          FROM_TABLE",
    "verify --digest, LEDGER_DIGEST",
    "verify --digest, TABLE_DIGEST",
    "repair --apply,  FROM_LEDGER",
    "repair --apply,  FROM_TABLE"
  })
  void anotherProcessGoesOn(String command, Phase phase, @TempDir Path directory) throws Exception {
    boolean build = command.equals("build");
    boolean repair = command.startsWith("repair");
    String table = build ? "built_" + phase.text() : "movies_by_actor";
    Path config = directory.resolve("config.yml");
    Files.writeString(
        config,
        Files.readString(Path.of("config.yml"))
            .replace("\nlookups:\n", "\nlookups:\n  " + table(table, build)));
    if (repair) {
      for (int i = 0; i < FAULTS; i++) {
        session.execute("DELETE FROM movies_by_actor WHERE actor = 'A" + i + "'");
        session.execute(
            "INSERT INTO movies_by_actor (actor, title, movie_id) VALUES ('Z%d', 'T', uuid())"
                .formatted(i));
      }
    }
    List<String> arguments = new ArrayList<>(List.of("lookups"));
    arguments.addAll(List.of(command.split(" ")));
    arguments.addAll(2, List.of(table, config.toString(), "--rows-per-second", "90"));
    UUID before = catalog.jobs().get(table);

    Process process = TestProcess.java(cassandra, Map.of(), CinedexApplication.class, arguments);
    UUID id = null;
    try {
      id =
          Awaitility.await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> catalog.jobs().get(table), job -> job != null && !job.equals(before));
      UUID job = id;
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> !store.done(job, phase).isEmpty());
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    Job killed = store.find(id).orElseThrow();
    assertThat(killed.state()).isEqualTo(Job.State.RUNNING);
    assertThat(store.done(id, phase)).hasSizeLessThan(Job.SLICES.size());
    runner.run(id); // it is still another's
    assertThat(store.find(id).orElseThrow().done()).isEqualTo(killed.done());
    store.disown(id, String.valueOf(killed.owner())); // as its lease would, in a while

    runner.run(id);

    Job done = store.find(id).orElseThrow();
    assertThat(done.state()).as(done.toString()).isEqualTo(Job.State.DONE);
    assertThat(done.done().slices()).isEqualTo(done.slices());
    assertThat(store.findings(done)).hasSize(repair ? 2 * FAULTS : 0);
    List<LookupTable> tables = new ArrayList<>(Tables.shipped());
    if (build) {
      tables.add(catalog.view().named(table).orElseThrow().table());
    }
    InStep.assertInStep(session, tables);
  }

  private static String table(String name, boolean build) {
    return build ? name + ": {partition: [director], clustering: [title]}\n" : "\n";
  }
}
