package dev.cinedex.jobs;

import static dev.cinedex.jobs.JobScenario.APPLY;
import static dev.cinedex.jobs.JobScenario.PLAIN;
import static dev.cinedex.jobs.JobScenario.REPAIR;
import static dev.cinedex.jobs.JobScenario.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.PagingIterable;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestKeyspace;
import dev.cinedex.testing.ThoroughTest;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A repair writes and deletes the rows that are wrong, and no others. */
class RepairIT {
  private final JobScenario scenario = new JobScenario();

  @AfterEach
  void close() {
    scenario.close();
  }

  @Test
  void eachFaultIsFoundAndRepairedAndNothingElse() throws Exception {
    scenario.writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = scenario.plantFaults();

    Job verified = scenario.run(table, VERIFY, PLAIN);
    assertThat(scenario.states(verified)).isEqualTo(planted);
    Job shown = scenario.run(table, REPAIR, PLAIN);
    assertThat(scenario.states(shown)).isEqualTo(planted);
    assertThat(shown.done().repaired()).isZero();

    Job repaired = scenario.run(table, REPAIR, APPLY);

    assertThat(scenario.states(repaired)).isEqualTo(planted);
    assertThat(repaired.done().repaired()).isEqualTo(planted.size());
    assertThat(scenario.states(scenario.run(table, VERIFY, PLAIN))).isEmpty();
    InStep.assertInStep(scenario.session(), Tables.shipped());
  }

  @ThoroughTest
  void aRepairDuringWritesRepairsWhatIsWrong() throws Exception {
    scenario.writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = scenario.plantFaults();
    scenario.whileWriting(
        () -> {
          Job repaired = scenario.run(table, REPAIR, APPLY);
          assertThat(repaired.state()).isEqualTo(JobState.DONE);
          assertThat(repaired.done().repaired()).isPositive();
        },
        scenario.writer(),
        scenario.writer());

    // What is left are rows whose movie was written whenever the repair was about to.
    assertThat(planted.keySet())
        .containsAll(scenario.states(scenario.run(table, VERIFY, PLAIN)).keySet());
    scenario.run(table, REPAIR, APPLY);
    InStep.assertInStep(scenario.session(), Tables.shipped());
  }

  @ThoroughTest
  void aRepairThatDiedIsCountedByTheNextOne() throws Exception {
    scenario.writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = scenario.plantFaults();
    Job job = scenario.begin(table, REPAIR, APPLY);
    FindingDao kept = new JobMapperBuilder(scenario.session()).build().findings();
    AtomicInteger died = new AtomicInteger();

    long repaired = 0;
    try (JobLease lease = scenario.jobs().acquire(job.id(), "mine").orElseThrow()) {
      TableJob dying =
          scenario.target(job, table, new DyingFindings(kept), lease, Clock.systemUTC());
      TableJob next = scenario.target(job, table, kept, lease, Clock.systemUTC());
      Suspects all = Suspects.all(Scope.ALL);
      ExecutorService checks = Executors.newSingleThreadExecutor();
      repaired +=
          repaired(
              job,
              VerifyPhase.fromLedger(dying, all, checks),
              VerifyPhase.fromLedger(next, all, checks),
              died);
      repaired +=
          repaired(
              job,
              VerifyPhase.fromTables(dying, all, checks),
              VerifyPhase.fromTables(next, all, checks),
              died);
      checks.shutdown();
    }

    assertThat(died).hasPositiveValue();
    assertThat(repaired).isEqualTo(planted.size());
    assertThat(scenario.states(job)).isEqualTo(planted);
    assertThat(scenario.findings(job)).allMatch(finding -> finding.get("mended").asBoolean());
  }

  private static long repaired(Job job, Phase dying, Phase next, AtomicInteger died)
      throws InterruptedException {
    long repaired = 0;
    for (int range = 0; range < job.options().ranges(); range++) {
      try {
        dying.process(range);
      } catch (DyingFindings.DiedException e) {
        died.incrementAndGet();
      }
      repaired += next.process(range).progress().repaired();
    }
    return repaired;
  }

  /** The findings of a process that is killed when it has repaired a row, but not stored that. */
  private record DyingFindings(FindingDao kept) implements FindingDao {
    static final class DiedException extends RuntimeException {
      private static final long serialVersionUID = 1;
    }

    @Override
    public void store(FindingRow row) {
      if (row.finding().contains("\"mended\":true")) {
        throw new DiedException();
      }
      kept.store(row);
    }

    @Override
    public PagingIterable<FindingRow> find(UUID jobId, String phase, int slice) {
      return kept.find(jobId, phase, slice);
    }
  }

  @Test
  void aRepairWorksWithTheConsistencyOfSeveralDatacenters() throws Exception {
    CassandraFactory serial = TestCassandra.serialFactory(TestCassandra.newKeyspace());
    try (TestKeyspace everywhere = TestKeyspace.with(Tables.shipped(), serial)) {
      TestInstance there = everywhere.instance();
      there.writer().write(UUID.randomUUID(), head -> Decision.write(scenario.movie()));
      everywhere.session().execute("TRUNCATE movies_by_genre");
      Job job = everywhere.lifecycle().begin(REPAIR, "movies_by_genre", APPLY);

      there.runner().run(job.id());

      JobProgress done = there.jobs().find(job.id()).orElseThrow().done();
      assertThat(done.missing()).isPositive().isEqualTo(done.repaired());
      InStep.assertInStep(everywhere.session(), Tables.shipped());
    }
  }
}
