package dev.cinedex.jobs;

import static dev.cinedex.jobs.JobScenario.APPLY;
import static dev.cinedex.jobs.JobScenario.BUILD;
import static dev.cinedex.jobs.JobScenario.DIGEST;
import static dev.cinedex.jobs.JobScenario.NEW;
import static dev.cinedex.jobs.JobScenario.PLAIN;
import static dev.cinedex.jobs.JobScenario.REPAIR;
import static dev.cinedex.jobs.JobScenario.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.VerifiedTable;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The catalog knows when each table was last found to agree with the ledger as a whole. */
@Tag("thorough")
class VerifiedTablesIT {
  private static final LookupTable TABLE = Tables.byGenre();

  private final Instant before = Instant.now();
  private final JobScenario scenario = new JobScenario();

  @AfterEach
  void close() {
    scenario.close();
  }

  @Test
  void aTableThatIsCreatedForAnEmptyLedgerCountsAsVerified() {
    assertThat(scenario.instance().catalog().verifiedTables())
        .extracting(VerifiedTable::name)
        .containsExactly("movies_by_actor", "movies_by_genre");
    assertThat(verified(TABLE)).isBetween(before, Instant.now());
    assertThat(scenario.instance().catalog().verifiedTables())
        .extracting(VerifiedTable::gcGrace)
        .containsOnly(Duration.ofDays(10));
  }

  @Test
  void theBeginningOfACleanJobIsTheMoment() throws Exception {
    scenario.writeMovies();

    Job verified = scenario.run(TABLE, VERIFY, PLAIN);
    assertThat(verified(TABLE)).isEqualTo(verified.began());
    Job byDigest = scenario.run(TABLE, VERIFY, DIGEST);
    assertThat(verified(TABLE)).isEqualTo(byDigest.began());
    Job dryRepair = scenario.run(TABLE, REPAIR, PLAIN);
    assertThat(verified(TABLE)).isEqualTo(dryRepair.began()).isAfter(verified.began());
  }

  @Test
  void aTableThatDiffersIsNotVerifiedBeforeItIsRepaired() throws Exception {
    scenario.writeMovies();
    Instant last = scenario.run(TABLE, VERIFY, PLAIN).began();
    scenario.plantFaults();

    for (JobKind kind : List.of(VERIFY, REPAIR)) {
      assertThat(scenario.run(TABLE, kind, PLAIN).done().left()).isPositive();
      assertThat(verified(TABLE)).as(kind.text()).isEqualTo(last);
    }

    Job repaired = scenario.run(TABLE, REPAIR, APPLY);
    assertThat(repaired.done().drift()).isPositive();
    assertThat(verified(TABLE)).isEqualTo(repaired.began());
  }

  @Test
  void aJobOverAPartOfTheTableVerifiesNothing() throws Exception {
    Instant last = verified(TABLE);
    Scope key = new Scope(null, Map.of("genre", "A"), null);
    Scope one = new Scope(UUID.randomUUID(), Map.of(), null);

    for (Scope scope : List.of(key, one)) {
      Job done = scenario.run(TABLE, VERIFY, new JobOptions(false, 0, false, scope));
      assertThat(done.state()).isEqualTo(JobState.DONE);
    }
    scenario.run(TABLE, REPAIR, new JobOptions(true, 0, true, key));

    assertThat(verified(TABLE)).isEqualTo(last);
  }

  @Test
  void aFailedJobVerifiesNothing() throws Exception {
    Instant last = verified(TABLE);
    scenario
        .session()
        .execute("INSERT INTO movies (movie_id, version) VALUES (?, 1)", UUID.randomUUID());

    assertThat(scenario.run(TABLE, VERIFY, PLAIN).state()).isEqualTo(JobState.FAILED);

    assertThat(verified(TABLE)).isEqualTo(last);
  }

  @Test
  void aBuildVerifiesItsTableAndADropForgetsIt() throws Exception {
    scenario.writeMovies();
    Job built = scenario.lifecycle().begin(BUILD, NEW, PLAIN);
    assertThat(find(NEW)).isEmpty(); // its rows are not complete

    scenario.runner().run(built.id());
    assertThat(verified(NEW)).isEqualTo(built.began());

    scenario.lifecycle().retire(NEW.name());
    assertThat(verified(NEW)).isEqualTo(built.began());
    scenario.runner().run(scenario.lifecycle().drop(NEW.name()).id());
    assertThat(find(NEW)).isEmpty();
  }

  @Test
  void aTableThatWasNeverVerifiedHasTheEpoch() {
    scenario
        .session()
        .execute(
            "DELETE verified_at FROM lookup_tables WHERE catalog = 'lookups' AND table_name = '%s'"
                .formatted(TABLE.name()));

    assertThat(verified(TABLE)).isEqualTo(Instant.EPOCH);
  }

  @Test
  void aJobThatIsNoLongerTheLastOneVerifiesNothing() throws Exception {
    Job earlier = scenario.run(TABLE, VERIFY, PLAIN);
    Job last = scenario.run(TABLE, VERIFY, PLAIN);

    scenario.instance().admin().verified(TABLE.name(), earlier.id(), Instant.now());

    assertThat(verified(TABLE)).isEqualTo(last.began());
  }

  @Test
  void everyInstanceKnowsItAlsoAfterARestart() throws Exception {
    Job verified = scenario.run(TABLE, VERIFY, PLAIN);

    try (Catalog other = Catalog.open(scenario.session(), Movie.ENTITY, List.of())) {
      assertThat(find(other, TABLE)).contains(verified.began());
    }
  }

  @Test
  void theWatchKnowsTheLastJobOfEachTable() throws Exception {
    JobWatch watch = new JobWatch(scenario.instance().catalog(), scenario.jobs());
    Job begun = scenario.begin(TABLE, VERIFY, PLAIN);
    assertThat(look(watch)).containsExactly(JobState.RUNNING);

    scenario.lifecycle().change(begun, JobState.PAUSED);
    assertThat(look(watch)).containsExactly(JobState.PAUSED);
    scenario.lifecycle().change(begun, JobState.RUNNING);
    scenario.runner().run(begun.id());
    assertThat(look(watch)).containsExactly(JobState.DONE);
    assertThat(watch.lastJobs().get(0).done().ranges()).isEqualTo(begun.ranges());

    scenario.lifecycle().retire(TABLE.name());
    Job drop = scenario.lifecycle().drop(TABLE.name());
    assertThat(look(watch)).containsExactly(JobState.RUNNING);
    scenario.runner().run(drop.id());
    assertThat(look(watch)).isEmpty();
  }

  private List<JobState> look(JobWatch watch) {
    scenario.instance().catalog().refresh();
    watch.look();
    return watch.lastJobs().stream().map(Job::state).toList();
  }

  private Instant verified(LookupTable table) {
    return find(table).orElseThrow();
  }

  private Optional<Instant> find(LookupTable table) {
    Catalog catalog = scenario.instance().catalog();
    catalog.refresh();
    return find(catalog, table);
  }

  private static Optional<Instant> find(Catalog catalog, LookupTable table) {
    return catalog.verifiedTables().stream()
        .filter(each -> each.name().equals(table.name()))
        .map(VerifiedTable::verifiedAt)
        .findFirst();
  }
}
