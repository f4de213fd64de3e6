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
import java.io.IOException;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A process is killed (-9) in each phase of each job, and another one resumes the job: one of them
 * by default, the others with {@code -Pthorough}.
 */
class JobsKilledIT {
  private static final int MOVIES = 60;
  private static final int FAULTS = 30;

  private static final TestKeyspace KEYSPACE = TestKeyspace.with(Tables.shipped());
  private static final CqlSession SESSION = KEYSPACE.session();
  private static final TestInstance INSTANCE = KEYSPACE.instance();

  private static int built;

  @TempDir private Path directory;
  private final Catalog catalog = INSTANCE.catalog();
  private final CatalogAdmin admin = INSTANCE.admin();
  private final Jobs store = INSTANCE.jobs();
  private final JobPoller runner = INSTANCE.runner();

  /** A command of which the process is killed in a phase. */
  private record Kill(String command, String phase, String table) {
    boolean builds() {
      return command.startsWith("build");
    }

    boolean repairs() {
      return command.contains("--apply");
    }
  }

  @BeforeAll
  static void writeMovies() {
    for (int i = 0; i < MOVIES; i++) {
      EntityState movie =
          Movies.titled("T" + i).genres("G").actors("A" + i).directors("D" + i).state();
      INSTANCE.writer().write(UUID.randomUUID(), head -> Decision.write(movie));
    }
  }

  @AfterAll
  static void close() {
    KEYSPACE.close();
  }

  @ParameterizedTest
  @CsvSource("repair --apply,          from_table")
  void anotherProcessResumesAKilledJob(String command, String phase) throws Exception {
    killAndResume(command, phase);
  }

  @ParameterizedTest
  @CsvSource({
    "build,                   backfill",
    "build,                   table_hashes",
    "verify,                  ledger_hashes",
    "verify,                  table_hashes",
    "verify --digest,         from_table",
    "repair,                  from_table",
    "repair --apply,          from_ledger"
  })
  @Tag("thorough")
  void anotherProcessResumesAnyOtherKilledJob(String command, String phase) throws Exception {
    killAndResume(command, phase);
  }

  private void killAndResume(String command, String phase) throws Exception {
    boolean builds = command.startsWith("build");
    String table = builds ? "built_%d".formatted(++built) : "movies_by_actor";
    Kill kill = new Kill(command, phase, table);
    if (!builds) {
      plantFaults();
    }

    UUID id = startAndKill(kill);
    assertIsInterrupted(id, phase);
    resume(id, kill);

    assertIsFinished(store.find(id).orElseThrow(), kill);
    if (!builds && !kill.repairs()) {
      repair(table);
    }
    List<LookupTable> tables = new ArrayList<>(Tables.shipped());
    if (builds) {
      tables.add(catalog.lastKnown().named(table).orElseThrow().table());
    }
    InStep.assertInStep(SESSION, tables);
  }

  private static void plantFaults() {
    for (int i = 0; i < FAULTS; i++) {
      SESSION.execute("DELETE FROM movies_by_actor WHERE actor = 'A" + i + "'");
      SESSION.execute(
          "INSERT INTO movies_by_actor (actor, title, movie_id) VALUES ('Z%d', 'T', uuid())"
              .formatted(i));
    }
  }

  /** Runs the command, and kills its process when it has finished a range of the phase. */
  private UUID startAndKill(Kill kill) throws Exception {
    UUID before = admin.jobs().get(kill.table);
    Process process =
        TestProcess.java(KEYSPACE.cassandra(), Map.of(), CinedexApplication.class, arguments(kill));
    UUID id;
    try {
      id =
          Awaitility.await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> admin.jobs().get(kill.table), job -> job != null && !job.equals(before));
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> !store.ranges().finished(id, kill.phase).isEmpty());
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    if (built != 1) { // the second build waits until the lease of the first one's process expires
      SESSION.execute("DELETE FROM live_instances WHERE role = 'writer'");
    }
    return id;
  }

  private List<String> arguments(Kill kill) throws IOException {
    String declaration =
        kill.builds() ? "  " + kill.table + ": {partition: [director], clustering: [title]}" : "";
    Path config =
        Files.writeString(
            directory.resolve("config.yml"),
            Files.readString(Path.of("config.yml"))
                .replace("\nlookups:\n", "\nlookups:\n" + declaration + "\n"));
    List<String> arguments = new ArrayList<>(List.of("lookups"));
    arguments.addAll(List.of(kill.command.split(" ")));
    arguments.addAll(2, List.of(kill.table, config.toString(), "--rows-per-second", "20"));
    return arguments;
  }

  /** Fails unless the process was killed in the phase. */
  private void assertIsInterrupted(UUID id, String phase) {
    Job killed = store.find(id).orElseThrow();
    assertThat(killed.state()).isEqualTo(JobState.RUNNING);
    assertThat(store.ranges().finished(id, phase)).hasSizeLessThan(killed.options().ranges());
  }

  private void resume(UUID id, Kill kill) throws Exception {
    if (kill.command.equals("verify")) {
      awaitTakeover(id);
    } else {
      // as when the lease of the killed process expires
      SESSION.execute(
          "UPDATE lookup_jobs SET owner = null, workers = {} WHERE job_id = ? IF EXISTS", id);
      runner.run(id);
    }
  }

  /** Waits until a running instance has taken the job over, and finished it. */
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

  private void assertIsFinished(Job done, Kill kill) {
    int faults = kill.builds() ? 0 : 2 * FAULTS;
    assertThat(done.state()).as(done.toString()).isEqualTo(JobState.DONE);
    assertThat(done.done().ranges()).isEqualTo(done.ranges());
    assertThat(store.findings(done).all()).hasSize(faults);
    assertThat(done.done().drift()).isEqualTo(faults);
    assertThat(done.done().repaired()).isEqualTo(kill.repairs() ? faults : 0);
  }

  private void repair(String table) throws InterruptedException {
    JobOptions apply = new JobOptions(true, 0, false, Scope.ALL);
    runner.run(KEYSPACE.lifecycle().begin(JobKinds.named("repair"), table, apply).id());
  }
}
