package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestKeyspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process is killed (-9) in each phase of each job; another one goes on with what is left. */
class JobsKilledIT {
  private static final int MOVIES = 60;
  private static final int FAULTS = 30;

  private static final TestKeyspace KEYSPACE = TestKeyspace.with(Tables.shipped());
  private static final CqlSession SESSION = KEYSPACE.session();
  private static final TestInstance INSTANCE = KEYSPACE.instance();

  private static int built;

  private final Catalog catalog = INSTANCE.catalog();
  private final CatalogAdmin admin = INSTANCE.admin();
  private final Jobs store = INSTANCE.jobs();
  private final JobPoller runner = INSTANCE.runner();

  @BeforeAll
  static void writeMovies() {
    for (int i = 0; i < MOVIES; i++) {
      EntityState movie = Movies.titled("T" + i).genres("G").actors("A" + i).directors("D").state();
      INSTANCE.writer().write(UUID.randomUUID(), head -> Decision.write(movie));
    }
  }

  @AfterAll
  static void close() {
    KEYSPACE.close();
  }

  @ParameterizedTest
  @CsvSource({
    "build,                   backfill",
    "build,                   from_ledger",
    "build,                   from_table",
    "build --digest,          table_digest",
    "verify,                  from_ledger",
    "verify --digest,         ledger_digest",
    "verify --digest,         from_table",
    "repair,                  from_table",
    "repair --apply,          from_ledger",
    "repair --apply --digest, from_table"
  })
  void anotherProcessGoesOn(String command, String phase, @TempDir Path directory)
      throws Exception {
    boolean build = command.startsWith("build");
    boolean mends = command.contains("--apply");
    String table = build ? "built_%d".formatted(++built) : "movies_by_actor";
    Path config = directory.resolve("config.yml");
    Files.writeString(
        config,
        Files.readString(Path.of("config.yml"))
            .replace("\nlookups:\n", "\nlookups:\n  " + table(table, build)));
    if (!build) {
      for (int i = 0; i < FAULTS; i++) {
        SESSION.execute("DELETE FROM movies_by_actor WHERE actor = 'A" + i + "'");
        SESSION.execute(
            "INSERT INTO movies_by_actor (actor, title, movie_id) VALUES ('Z%d', 'T', uuid())"
                .formatted(i));
      }
    }
    List<String> arguments = new ArrayList<>(List.of("lookups"));
    arguments.addAll(List.of(command.split(" ")));
    arguments.addAll(2, List.of(table, config.toString(), "--rows-per-second", "90"));
    UUID before = admin.jobs().get(table);

    Process process =
        TestProcess.java(KEYSPACE.cassandra(), Map.of(), CinedexApplication.class, arguments);
    UUID id = null;
    try {
      id =
          Awaitility.await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> admin.jobs().get(table), job -> job != null && !job.equals(before));
      UUID job = id;
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> !store.ranges().finished(job, phase).isEmpty());
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    if (built != 1) { // the second build waits until the lease of the first one's process is over
      SESSION.execute("DELETE FROM live_instances WHERE role = 'writer'");
    }
    Job killed = store.find(id).orElseThrow();
    assertThat(killed.state()).isEqualTo(JobState.RUNNING);
    assertThat(store.ranges().finished(id, phase)).hasSizeLessThan(Job.RANGES.size());
    runner.run(id); // it is still another's
    assertThat(store.find(id).orElseThrow().done()).isEqualTo(killed.done());
    if (command.equals("verify")) {
      awaitTakeover(id);
    } else {
      // as when the lease of the killed process expires
      SESSION.execute("UPDATE lookup_jobs SET owner = null WHERE job_id = ? IF EXISTS", id);
      runner.run(id);
    }

    Job done = store.find(id).orElseThrow();
    assertThat(done.state()).as(done.toString()).isEqualTo(JobState.DONE);
    assertThat(done.done().ranges()).isEqualTo(done.ranges());
    assertThat(store.findings(done).all()).hasSize(build ? 0 : 2 * FAULTS);
    assertThat(done.done().drift()).isEqualTo(build ? 0 : 2 * FAULTS);
    assertThat(done.done().repaired()).isEqualTo(mends ? 2 * FAULTS : 0);
    if (!build && !mends) {
      runner.run(
          KEYSPACE
              .lifecycle()
              .begin(JobKinds.named("repair"), table, new JobOptions(true, 0, false, Scope.ALL))
              .id());
    }
    List<LookupTable> tables = new ArrayList<>(Tables.shipped());
    if (build) {
      tables.add(catalog.lastKnown().named(table).orElseThrow().table());
    }
    InStep.assertInStep(SESSION, tables);
  }

  /** By a running instance, when the lease of the one that died is over. */
  private void awaitTakeover(UUID job) throws Exception {
    JobPoller service = INSTANCE.runner();
    service.start();
    try {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> store.find(job).orElseThrow().state().isFinal());
    } finally {
      service.stop();
    }
  }

  private static String table(String name, boolean build) {
    return build ? name + ": {partition: [director], clustering: [title]}\n" : "\n";
  }
}
