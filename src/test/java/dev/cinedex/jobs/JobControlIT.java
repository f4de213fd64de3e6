package dev.cinedex.jobs;

import static com.datastax.oss.driver.api.core.servererrors.DefaultWriteType.CAS;
import static dev.cinedex.jobs.JobScenario.PLAIN;
import static dev.cinedex.jobs.JobScenario.VERIFY;
import static dev.cinedex.testing.TestSession.writeTimeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.catalog.LookupStateException;
import dev.cinedex.catalog.NoSuchLookupException;
import dev.cinedex.catalog.TableState;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A job belongs to one instance; it is paused, resumed, cancelled, and taken over. */
@Tag("thorough")
class JobControlIT {
  private final JobScenario scenario = new JobScenario();

  @AfterEach
  void close() {
    scenario.close();
  }

  @Test
  void anInterruptedJobResumesWhereItStopped() throws Exception {
    scenario.writeMovies();
    Job job = scenario.begin(Tables.byActor(), VERIFY, PLAIN);
    RangeResult finished = RangeResult.of(JobProgress.ofRange(1_000_000, 0));
    scenario.jobs().ranges().finish(RangeRow.of(job.id(), PhaseNames.FROM_LEDGER, 0, finished));

    scenario.runner().run(job.id());

    assertThat(scenario.found(job).done().read()).isGreaterThan(1_000_000);
    assertThat(scenario.found(job).state()).isEqualTo(JobState.DONE);
  }

  @Test
  void aJobHasOneOwnerAndStopsWhenItIsPaused() throws Exception {
    Job job = scenario.begin(Tables.byActor(), VERIFY, PLAIN);
    JobLease another = scenario.jobs().acquire(job.id(), "another").orElseThrow();
    scenario.runner().run(job.id());
    assertThat(scenario.found(job).done().ranges()).isZero();

    another.close();
    assertThat(scenario.jobs().change(job.id(), JobState.RUNNING, JobState.PAUSED, null)).isTrue();
    scenario.runner().run(job.id());
    assertThat(scenario.found(job).done().ranges()).isZero();

    scenario.jobs().change(job.id(), JobState.PAUSED, JobState.RUNNING, null);
    scenario.runner().run(job.id());
    assertThat(scenario.found(job).state()).isEqualTo(JobState.DONE);
  }

  @Test
  void aRunningJobStopsWhenItIsPausedAndKeepsItsProgress() throws Exception {
    scenario.writeMovies();
    Job job = scenario.begin(Tables.byActor(), VERIFY, new JobOptions(false, 20, false, Scope.ALL));
    Future<?> running = Executors.newSingleThreadExecutor().submit(() -> scenario.runOrFail(job));
    Awaitility.await().until(() -> scenario.found(job).done().ranges() > 0);

    assertThat(scenario.lifecycle().change(job, JobState.PAUSED).state())
        .isEqualTo(JobState.PAUSED);
    running.get();

    long done = scenario.found(job).done().ranges();
    assertThat(done).isBetween(1L, job.ranges() - 1);
    assertThat(scenario.found(job).owner()).isNull();
    assertThat(scenario.lifecycle().change(job, JobState.RUNNING).state())
        .isEqualTo(JobState.RUNNING);
    Future<?> again = Executors.newSingleThreadExecutor().submit(() -> scenario.runOrFail(job));
    Awaitility.await().until(() -> scenario.found(job).done().ranges() > done);
    scenario.lifecycle().change(job, JobState.CANCELLED);
    again.get(5, TimeUnit.SECONDS);
    assertThat(scenario.found(job).state()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void aJobWithoutAnOwnerSaysThatItWaits() {
    Job job = scenario.begin(Tables.byActor(), VERIFY, PLAIN);

    assertThat(job.message()).startsWith("Waits for an instance");
    assertThat(scenario.found(job).message()).isEqualTo(job.message());
  }

  @Test
  void theRestOfAnExpiredJobBlocksNothing() {
    Job job = scenario.begin(Tables.byActor(), VERIFY, PLAIN);
    scenario
        .session()
        .execute("DELETE table_name, kind, options FROM lookup_jobs WHERE job_id = ?", job.id());

    assertThat(scenario.jobs().find(job.id())).isEmpty();
    assertThat(scenario.jobs().acquire(job.id(), "mine")).isEmpty();
    assertThat(scenario.lifecycle().begin(VERIFY, "movies_by_actor", PLAIN).state())
        .isEqualTo(JobState.RUNNING);
  }

  @Test
  void aJobWhoseStartIsNotConfirmedIsCancelled() {
    TableLifecycle lifecycle = lifecycleWhoseFirstStartIsNotConfirmed();

    assertThatThrownBy(() -> lifecycle.begin(VERIFY, "movies_by_actor", PLAIN))
        .isInstanceOf(WriteTimeoutException.class);

    assertThat(lifecycle.newest((table, state) -> true, 1))
        .extracting(Job::state)
        .containsExactly(JobState.CANCELLED);
    assertThat(lifecycle.begin(VERIFY, "movies_by_actor", PLAIN).state())
        .isEqualTo(JobState.RUNNING);
  }

  @Test
  void aTableWhosePlanIsNotConfirmedIsForgotten() {
    LookupTable planned = Tables.of("planned", "{partition: genre, clustering: title}");
    TableLifecycle lifecycle = lifecycleWhoseFirstStartIsNotConfirmed();

    assertThatThrownBy(() -> lifecycle.begin(JobKinds.named("build"), planned, PLAIN))
        .isInstanceOf(WriteTimeoutException.class);

    assertThat(names()).doesNotContain("planned");
  }

  /** Returns a life cycle on a Cassandra that changes its catalog once without an answer. */
  private TableLifecycle lifecycleWhoseFirstStartIsNotConfirmed() {
    TestSession session = new TestSession(scenario.session());
    session
        .fail(writeTimeout(CAS))
        .executed()
        .times(1)
        .whenQueryStartsWith("UPDATE lookup_tables SET");
    return TestInstance.on(session).lifecycle(scenario.keyspace().schema());
  }

  @Test
  void anInterruptedDropIsFinishedByTheNext() throws Exception {
    scenario.instance().admin().change("movies_by_actor", TableState.READY, TableState.RETIRED);
    scenario.instance().admin().change("movies_by_actor", TableState.RETIRED, TableState.DROPPED);

    scenario.runner().run(scenario.lifecycle().drop("movies_by_actor").id());

    assertThatThrownBy(() -> scenario.session().execute("SELECT * FROM movies_by_actor"))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(() -> scenario.lifecycle().drop("movies_by_actor"))
        .isInstanceOf(NoSuchLookupException.class)
        .hasMessageContaining("existing tables: [movies_by_genre]");
  }

  @Test
  void aTableWhoseJobIsCancelledBeforeItIsMadeIsForgotten() {
    LookupTable planned = Tables.of("planned", "{partition: genre, clustering: title}");
    Job build = scenario.lifecycle().begin(JobKinds.named("build"), planned, PLAIN);
    assertThat(scenario.lifecycle().find("planned").map(Entry::table)).contains(planned);

    scenario.lifecycle().change(build, JobState.CANCELLED);

    assertThat(scenario.lifecycle().find("planned")).isEmpty();
    assertThat(names()).doesNotContain("planned");
  }

  @Test
  void ofTwoPlansOfOneNameOneIsMade() throws Exception {
    LookupTable planned = Tables.of("planned", "{partition: genre, clustering: title}");
    Job build = scenario.lifecycle().begin(JobKinds.named("build"), planned, PLAIN);
    LookupTable other = Tables.of("planned", "{partition: actor, clustering: title}");

    assertThatThrownBy(() -> scenario.lifecycle().begin(JobKinds.named("build"), other, PLAIN))
        .isInstanceOf(LookupStateException.class)
        .hasMessageContaining("(build) is on lookup table 'planned'");
    scenario.runner().run(build.id());
    assertThat(scenario.lifecycle().job(build.id()).orElseThrow().state()).isEqualTo(JobState.DONE);
    assertThat(scenario.instance().admin().require("planned").table()).isEqualTo(planned);
  }

  private List<String> names() {
    return scenario
        .session()
        .execute("SELECT table_name FROM lookup_tables WHERE catalog = 'lookups'")
        .map(row -> row.getString("table_name"))
        .all();
  }
}
