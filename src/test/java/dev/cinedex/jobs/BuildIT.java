package dev.cinedex.jobs;

import static dev.cinedex.jobs.JobScenario.BUILD;
import static dev.cinedex.jobs.JobScenario.NEW;
import static dev.cinedex.jobs.JobScenario.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.catalog.AddedTables;
import dev.cinedex.catalog.TestCatalog;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.TableDdl;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.movie.Movies;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A build writes the rows of the movies that there are, and makes the table ready. */
class BuildIT {
  private final JobScenario scenario = new JobScenario();

  @AfterEach
  void close() {
    scenario.close();
  }

  @Test
  void aBuildWritesEveryRowWhileMoviesChange() throws Exception {
    scenario.writeMovies();
    scenario.whileWriting(
        () -> {
          AddedTables.add(scenario.session(), scenario.keyspace().schema(), NEW);
          Job built = scenario.run(NEW, BUILD, PLAIN);

          assertThat(built.state()).as(built.message()).isEqualTo(JobState.DONE);
          assertThat(built.done().drift()).isZero();
          assertThat(built.done().ranges()).isEqualTo(4L * built.options().ranges());
        },
        scenario.writer(),
        scenario.writer());
    assertThat(scenario.instance().catalog().lastKnown().readable()).contains(NEW);
    scenario.awaitInStep();
  }

  @Test
  void aBuildWaitsForAnInstanceThatWritesWithoutTheTable() throws Exception {
    scenario.writeMovies();
    TestCatalog late = new TestCatalog(scenario.session(), List.of());
    scenario.whileWriting(
        () -> {
          AddedTables.add(scenario.session(), scenario.keyspace().schema(), NEW);
          Job job = scenario.begin(NEW, BUILD, PLAIN);
          Future<?> running =
              Executors.newSingleThreadExecutor().submit(() -> scenario.runOrFail(job));
          Awaitility.await()
              .until(
                  () ->
                      String.valueOf(scenario.found(job).message())
                          .startsWith("Waits until 1 other"));
          int before = scenario.written();
          Awaitility.await().until(() -> scenario.written() > before + 100);
          assertThat(scenario.found(job).done().ranges()).isZero();

          late.refresh();
          running.get();

          assertThat(scenario.found(job).state())
              .as(scenario.findings(job).toString())
              .isEqualTo(JobState.DONE);
        },
        scenario.writer(),
        scenario.writer(),
        scenario.instance().catalog(late.catalog()).writer());
    scenario.awaitInStep();
  }

  /** Otherwise a process that is paused for days would bring a deleted movie back. */
  @Test
  void aMovieThatWasReadLongAgoIsReadAgain() throws Exception {
    UUID id = UUID.randomUUID();
    scenario.writer().write(id, head -> Decision.write(scenario.movie()));
    scenario.session().execute(TableDdl.createStatement(NEW)); // of which this writer does not know
    EntityState later = Movies.titled("Later").genres("A").actors("B").state();
    AtomicInteger asked = new AtomicInteger();
    InstantSource stopped =
        () -> {
          if (asked.incrementAndGet() == 2) {
            scenario.writer().write(id, head -> Decision.write(later));
          }
          return Instant.EPOCH.plus(Duration.ofHours(asked.get() == 2 ? 2 : 0));
        };
    Job job = scenario.jobs().create(NEW.name(), BUILD, PLAIN);
    try (JobLease lease = scenario.jobs().acquire(job.id(), "mine").orElseThrow()) {
      FindingDao findings = new JobMapperBuilder(scenario.session()).build().findings();
      Clock clock = stopped.withZone(ZoneOffset.UTC);
      Phase backfill = new BackfillPhase(scenario.target(job, NEW, findings, lease, clock));
      for (int range = 0; range < job.options().ranges(); range++) {
        backfill.process(range);
      }
    }

    assertThat(InStep.stored(scenario.session(), NEW)).isEqualTo(TableRows.of(NEW, id, later));
  }
}
