package dev.cinedex.jobs;

import static dev.cinedex.jobs.JobScenario.PLAIN;
import static dev.cinedex.jobs.JobScenario.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.catalog.LookupStateException;
import dev.cinedex.catalog.VerifiedTable;
import dev.cinedex.lookup.Tables;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One job verifies all tables, and reads the ledger once for all of them. */
@Tag("thorough")
class AllTablesIT {
  private final JobScenario scenario = new JobScenario();

  @AfterEach
  void close() {
    scenario.close();
  }

  @Test
  void theLedgerIsReadOnceForAllTables() throws Exception {
    scenario.writeMovies();

    Job done = verifyAll();

    assertThat(done.table()).isEqualTo("*");
    assertThat(done.options().tables()).containsExactly("movies_by_actor", "movies_by_genre");
    assertThat(done.done().drift()).isZero();
    assertThat(done.done().read())
        .isEqualTo(count("movies") + count("movies_by_actor") + count("movies_by_genre"));
    assertThat(done.done().ranges())
        .isEqualTo(done.ranges())
        .isEqualTo(6L * done.options().ranges());
  }

  @Test
  void aCleanJobIsTheVerificationOfEachTable() throws Exception {
    scenario.writeMovies();

    Job done = verifyAll();

    scenario.instance().catalog().refresh();
    assertThat(scenario.instance().catalog().verifiedTables())
        .extracting(VerifiedTable::verifiedAt)
        .containsOnly(done.began());
  }

  @Test
  void aFindingNamesItsTable() throws Exception {
    scenario.writeMovies();
    Map<String, String> planted = scenario.plantFaults();
    scenario
        .session()
        .execute(
            "INSERT INTO movies_by_actor (actor, title, movie_id, version) VALUES ('Z', 'T', uuid(), 1)");

    Job done = verifyAll();

    List<JsonNode> findings = scenario.findings(done);
    assertThat(findings).hasSize(planted.size() + 1);
    assertThat(findings)
        .filteredOn(finding -> finding.get("table").asText().equals("movies_by_actor"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.get("state").asText()).isEqualTo("orphaned");
              assertThat(finding.get("key").get("actor").asText()).isEqualTo("Z");
            });
  }

  @Test
  void writesMeanwhileAreNoFindings() throws Exception {
    scenario.writeMovies();
    scenario.whileWriting(
        () -> assertThat(scenario.findings(verifyAll())).isEmpty(),
        scenario.writer(),
        scenario.writer());
  }

  @Test
  void noOtherJobBeginsOnItsTables() {
    Job all = scenario.lifecycle().beginAll(VERIFY, PLAIN);

    assertThatThrownBy(() -> scenario.lifecycle().begin(VERIFY, "movies_by_actor", PLAIN))
        .isInstanceOf(LookupStateException.class)
        .hasMessageContaining(all.id().toString());
    assertThatThrownBy(() -> scenario.lifecycle().beginAll(VERIFY, PLAIN))
        .isInstanceOf(LookupStateException.class);
  }

  @Test
  void aScopeDoesNotFitAllTables() {
    JobOptions scoped =
        new JobOptions(false, 0, false, new Scope(null, Map.of("actor", "A"), null));

    assertThatThrownBy(() -> scenario.lifecycle().beginAll(VERIFY, scoped))
        .isInstanceOf(InvalidJobException.class)
        .hasMessageStartingWith("all: cannot be combined");
  }

  private Job verifyAll() throws InterruptedException {
    Job job = scenario.lifecycle().beginAll(VERIFY, PLAIN);
    scenario.runner().run(job.id());
    Job done = scenario.found(job);
    assertThat(done.state()).as(done.message()).isEqualTo(JobState.DONE);
    assertThat(Tables.shipped()).hasSize(done.options().tables().size());
    return done;
  }

  private long count(String table) {
    return scenario.session().execute("SELECT count(*) FROM " + table).one().getLong(0);
  }
}
