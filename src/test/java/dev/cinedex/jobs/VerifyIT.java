package dev.cinedex.jobs;

import static dev.cinedex.jobs.JobScenario.DIGEST;
import static dev.cinedex.jobs.JobScenario.PLAIN;
import static dev.cinedex.jobs.JobScenario.REPAIR;
import static dev.cinedex.jobs.JobScenario.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.RowSketch;
import dev.cinedex.lookup.Tables;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import dev.cinedex.testing.ThoroughTest;
import dev.cinedex.verification.ComparisonException;
import dev.cinedex.verification.DriftSampler;
import dev.cinedex.verification.RowVerifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A verification finds the rows that are wrong, and no others. */
class VerifyIT {
  private final JobScenario scenario = new JobScenario();

  @AfterEach
  void close() {
    scenario.close();
  }

  @ThoroughTest
  void aVerificationDuringWritesFindsNothing() throws Exception {
    scenario.writeMovies();
    scenario.whileWriting(
        () -> {
          for (LookupTable table : Tables.shipped()) {
            Job verified = scenario.run(table, VERIFY, PLAIN);
            assertThat(verified.state()).isEqualTo(JobState.DONE);
            assertThat(scenario.findings(verified)).isEmpty();
          }
        },
        scenario.writer(),
        scenario.writer());
  }

  @ThoroughTest
  void aDigestDuringWritesFindsNothing() throws Exception {
    scenario.writeMovies();
    scenario.whileWriting(
        () -> {
          for (LookupTable table : Tables.shipped()) {
            assertThat(scenario.findings(scenario.run(table, VERIFY, DIGEST))).isEmpty();
          }
        },
        scenario.writer());
  }

  @Test
  void aDigestLeadsToEachFaultAndToNoOther() throws Exception {
    scenario.writeMovies();
    LookupTable table = Tables.byGenre();
    assertThat(scenario.states(scenario.run(table, VERIFY, DIGEST))).isEmpty();
    Map<String, String> planted = scenario.plantFaults();

    Job verified = scenario.run(table, VERIFY, DIGEST);

    assertThat(scenario.states(verified)).isEqualTo(planted);
    Job repaired = scenario.run(table, REPAIR, new JobOptions(true, 0, true, Scope.ALL));
    assertThat(repaired.done().repaired()).isEqualTo(planted.size());
    assertThat(scenario.states(scenario.run(table, VERIFY, PLAIN))).isEmpty();
  }

  /** So it is when more rows differ than a sketch can list. */
  @ThoroughTest
  void aSketchThatCannotBeListedLeadsToEveryRow() throws Exception {
    scenario.writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = scenario.plantFaults();
    Job job = scenario.begin(table, VERIFY, PLAIN);
    RowSketch twice = new RowSketch();
    for (int i = 0; i < 2; i++) {
      twice.addStored(InStep.stored(scenario.session(), table).values().iterator().next(), 0, 1);
    }
    scenario
        .jobs()
        .ranges()
        .finish(
            RangeRow.of(
                job.id(), PhaseNames.LEDGER_HASHES, 0, new RangeResult(JobProgress.NONE, twice)));

    scenario.runner().run(job.id());

    Job done = scenario.found(job);
    assertThat(done.state()).as(done.message()).isEqualTo(JobState.DONE);
    assertThat(scenario.states(done)).isEqualTo(planted);
  }

  @ThoroughTest
  void aSliceThatTwoRowsHaveCountsOnce() {
    Job job = scenario.begin(Tables.byGenre(), VERIFY, PLAIN);
    RangeDao ranges = scenario.jobs().ranges();
    RangeResult ten = new RangeResult(JobProgress.ofRange(10, 0), new RowSketch());
    String phase = PhaseNames.TABLE_HASHES;
    ranges.finish(RangeRow.of(job.id(), phase, 2, ten, Set.of(2, 7)));
    ranges.finish(RangeRow.of(job.id(), phase, 4, ten, Set.of(4, 7, 9)));
    assertThat(ranges.finished(job.id(), phase)).containsExactlyInAnyOrder(2, 7);
    assertThat(scenario.found(job).done().read()).isEqualTo(10);

    ranges.finish(RangeRow.of(job.id(), phase, 9, ten, Set.of(9, 11)));

    assertThat(ranges.finished(job.id(), phase)).containsExactlyInAnyOrder(2, 7, 9, 11);
    assertThat(ranges.addSketches(job.id(), phase, new RowSketch())).hasSize(4);
    assertThat(scenario.found(job).done().read()).isEqualTo(20);
  }

  @ThoroughTest
  void aScopeLimitsTheRowsThatAreVerified() throws Exception {
    scenario.writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = scenario.plantFaults();
    String movie = planted.keySet().iterator().next().replaceAll(".*, (\\S+)]", "$1");

    assertThat(scoped(table, new Scope(UUID.fromString(movie), Map.of(), null)))
        .isEqualTo(those(planted, row -> row.contains(movie)));
    assertThat(scoped(table, new Scope(null, Map.of("genre", "A"), null)))
        .isEqualTo(those(planted, row -> row.startsWith("[A, ")));
    assertThat(scoped(table, new Scope(null, Map.of("genre", " Z ", "bucket", "00"), null)))
        .isEqualTo(those(planted, row -> row.startsWith("[Z, 0, ")));
    Map<String, String> halves =
        scoped(table, new Scope(null, Map.of(), new TokenRange(Long.MIN_VALUE, 0)));
    assertThat(planted).containsAllEntriesOf(halves).hasSizeGreaterThan(halves.size());
    halves.putAll(scoped(table, new Scope(null, Map.of(), new TokenRange(0, Long.MAX_VALUE))));
    assertThat(halves).isEqualTo(planted);
  }

  private Map<String, String> scoped(LookupTable table, Scope scope) throws InterruptedException {
    Job job =
        scenario.lifecycle().begin(VERIFY, table.name(), new JobOptions(false, 0, false, scope));
    scenario.runner().run(job.id());
    Map<String, String> states = scenario.states(scenario.found(job));
    if (scope.key().size() == 1) {
      assertThat(
              scenario.states(scenario.run(table, VERIFY, new JobOptions(false, 0, true, scope))))
          .isEqualTo(states);
    }
    return states;
  }

  private static Map<String, String> those(Map<String, String> planted, Predicate<String> which) {
    Map<String, String> those = new TreeMap<>(planted);
    those.keySet().removeIf(which.negate());
    assertThat(those).isNotEmpty();
    return those;
  }

  @ThoroughTest
  void aRowWhoseMovieChangesAllTheTimeIsNotDeclaredCorrect() {
    UUID id = UUID.randomUUID();
    scenario.writer().write(id, head -> Decision.write(scenario.movie()));
    TestSession busy = new TestSession(scenario.session());
    busy.before("SELECT genre", () -> scenario.writer().rewrite(id));
    RowVerifier verifier = TestInstance.on(busy).verifier();
    RowKey key = new RowKey(Tables.byGenre(), List.of("A", 0, "No such row", id));

    assertThatThrownBy(() -> verifier.recheck(key))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining(id.toString());
  }

  @ThoroughTest
  void aSampleMeasuresTheDriftOfEachTable() throws Exception {
    scenario.writeMovies();
    Metrics metrics = new Metrics();
    DriftSampler sampler = scenario.instance().metrics(metrics).sampler();
    for (int i = 0; i < 5; i++) {
      sampler.sample();
    }
    assertThat(metrics.sampled("movies_by_genre")).isGreaterThan(50);
    assertThat(metrics.drifted("movies_by_genre")).isZero();

    scenario.plantFaults();
    Awaitility.await()
        .until(
            () -> {
              sampler.sample();
              return metrics.drifted("movies_by_genre") > 3;
            });
    assertThat(metrics.drifted("movies_by_actor")).isZero();
  }

  @ThoroughTest
  void aMovieWrittenByAnotherProgramFailsTheJobByItsName() throws Exception {
    UUID movieId = UUID.randomUUID();
    scenario.session().execute("INSERT INTO movies (movie_id, version) VALUES (?, 1)", movieId);

    Job failed = scenario.run(Tables.byActor(), VERIFY, PLAIN);

    assertThat(failed.state()).isEqualTo(JobState.FAILED);
    assertThat(failed.message())
        .contains("Movie " + movieId + " has no 'title' in table movies", "Complete or delete");
  }
}
