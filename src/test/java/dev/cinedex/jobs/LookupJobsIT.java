package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.NoSuchLookupException;
import dev.cinedex.catalog.TableState;
import dev.cinedex.catalog.TestCatalog;
import dev.cinedex.entity.EntityState;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Options;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.jobs.Job.State;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestKeyspace;
import dev.cinedex.testing.TestSession;
import dev.cinedex.verification.ComparisonException;
import dev.cinedex.verification.DriftSampler;
import dev.cinedex.verification.RowVerifier;
import dev.cinedex.verification.RowVerifier.Finding;
import dev.cinedex.verification.RowVerifier.Suspect;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Build, verification and repair of a table, on a real Cassandra. */
class LookupJobsIT {
  private static final LookupTable NEW =
      Tables.of(
          "movies_by_actor_and_genre",
          "{partition: [actor, genre], buckets: 2, clustering: [release_year desc, title], columns: [synopsis]}");
  private static final Options PLAIN = Options.PLAIN;
  private static final Options APPLY = new Options(true, 0, false, null);
  private static final Options DIGEST = new Options(false, 0, true, null);
  private static final int MOVIES = 150;
  private static final Ownership MINE =
      new Ownership() {
        @Override
        public boolean lasts() {
          return true;
        }

        @Override
        public void say(@Nullable String message) {}
      };

  private final TestKeyspace keyspace = TestKeyspace.with(Tables.shipped());
  private final CqlSession session = keyspace.session();
  private final TestInstance instance = keyspace.instance();
  private final Catalog catalog = instance.catalog();
  private final EntityWriter writer = instance.writer();
  private final JobStore store = instance.jobs();
  private final JobRunner runner = instance.runner();
  private final TableLifecycle lookups = keyspace.lifecycle();
  private final Random random = new Random(7);
  private final List<UUID> movies = new ArrayList<>();
  private final AtomicInteger written = new AtomicInteger();

  @AfterEach
  void close() {
    keyspace.close();
  }

  @Test
  void aBuildWritesTheRowsOfTheMoviesThereAreWhileOthersAreWritten() throws Exception {
    writeMovies();
    whileWriting(
        () -> {
          keyspace.schema().add(session, NEW);
          Job built = run(NEW, Kind.BUILD, PLAIN);

          assertThat(built.state()).as(built.message()).isEqualTo(State.DONE);
          assertThat(built.done().drift()).isZero();
          assertThat(built.done().slices()).isEqualTo(3L * Job.SLICES.size());
        },
        writer,
        writer);
    assertThat(catalog.lastKnown().readable()).contains(NEW);
    awaitInStep();
  }

  @Test
  void aBuildWaitsForAnInstanceThatWritesWithoutTheTable() throws Exception {
    writeMovies();
    TestCatalog late = new TestCatalog(session, List.of());
    whileWriting(
        () -> {
          keyspace.schema().add(session, NEW);
          Job job = begin(NEW, Kind.BUILD, PLAIN);
          Future<?> running = Executors.newSingleThreadExecutor().submit(() -> runOrFail(job));
          Awaitility.await()
              .until(() -> String.valueOf(found(job).message()).startsWith("Waits until ["));
          int before = written.get();
          Awaitility.await().until(() -> written.get() > before + 100);
          assertThat(found(job).done().slices()).isZero();

          late.refresh();
          running.get();

          assertThat(found(job).state()).as(findings(job).toString()).isEqualTo(State.DONE);
        },
        writer,
        writer,
        instance.catalog(late.catalog()).writer());
    awaitInStep();
  }

  @Test
  void aVerificationOfTablesThatAreWrittenFindsNothing() throws Exception {
    writeMovies();
    whileWriting(
        () -> {
          for (LookupTable table : Tables.shipped()) {
            Job verified = run(table, Kind.VERIFY, PLAIN);
            assertThat(verified.state()).isEqualTo(State.DONE);
            assertThat(findings(verified)).isEmpty();
          }
        },
        writer,
        writer);
  }

  @Test
  void aRepairOfTablesThatAreWrittenMendsWhatIsWrongAndNothingElse() throws Exception {
    writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = plant(table);
    whileWriting(
        () -> {
          Job repaired = run(table, Kind.REPAIR, APPLY);
          assertThat(repaired.state()).isEqualTo(State.DONE);
          assertThat(repaired.done().mended()).isPositive();
        },
        writer,
        writer);

    // What is left are rows whose movie was written whenever the repair was about to.
    assertThat(planted.keySet()).containsAll(states(run(table, Kind.VERIFY, PLAIN)).keySet());
    run(table, Kind.REPAIR, APPLY);
    InStep.assertInStep(session, Tables.shipped());
  }

  @Test
  void whatARepairMendedBeforeItDiedIsKnownToBeMended() throws Exception {
    writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = plant(table);
    Job job = begin(table, Kind.REPAIR, APPLY);
    ExecutorService lanes = Executors.newSingleThreadExecutor();
    JobWork dying = work(job, table, lanes, new DyingFindings(new JobFindings(store, job)));
    JobWork next = work(job, table, lanes, new JobFindings(store, job));

    long mended = 0;
    int died = 0;
    for (Phase phase : List.of(Phase.FROM_LEDGER, Phase.FROM_TABLE)) {
      for (int slice = 0; slice < Job.SLICES.size(); slice++) {
        try {
          dying.slice(phase, slice);
        } catch (DyingFindings.DiedException e) {
          died++;
        }
        mended += next.slice(phase, slice).progress().mended();
      }
    }

    assertThat(died).isPositive();
    assertThat(mended).isEqualTo(planted.size());
    assertThat(states(job)).isEqualTo(planted);
    assertThat(findings(job)).allMatch(finding -> finding.get("mended").asBoolean());
    lanes.shutdown();
  }

  /** Of a process that is killed when it has mended a row, but did not say so yet. */
  private record DyingFindings(JobWork.Findings kept) implements JobWork.Findings {
    static final class DiedException extends RuntimeException {
      private static final long serialVersionUID = 1;
    }

    @Override
    public void begin(Phase phase, int slice) {
      kept.begin(phase, slice);
    }

    @Override
    public void add(Phase phase, int slice, Finding finding, boolean mended) {
      if (mended) {
        throw new DiedException();
      }
      kept.add(phase, slice, finding, mended);
    }

    @Override
    public Job.Progress end(Phase phase, int slice, Job.Progress progress) {
      return kept.end(phase, slice, progress);
    }
  }

  private JobWork work(
      Job job, LookupTable table, ExecutorService lanes, JobWork.Findings findings) {
    return work(job, table, lanes, findings, Clock.systemUTC());
  }

  private JobWork work(
      Job job, LookupTable table, ExecutorService lanes, JobWork.Findings findings, Clock clock) {
    return new JobWork(
        job,
        table,
        instance.ledger(),
        instance.lookupRows(),
        instance.projection(),
        instance.verifier(table),
        lanes,
        findings,
        MINE,
        clock);
  }

  @Test
  void aRowWhoseMovieIsWrittenAllTheTimeIsNotTakenForRight() {
    UUID id = UUID.randomUUID();
    writer.write(id, head -> Decision.write(movie(random)));
    TestSession busy = new TestSession(session);
    busy.before("SELECT genre", () -> writer.rewrite(id));
    RowVerifier check = TestInstance.on(busy).verifier(Tables.byGenre());
    RowKey key = new RowKey(Tables.byGenre(), List.of("A", 0, "No such row", id));

    assertThatThrownBy(() -> check.lookAgain(new Suspect(id, key, true)))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining(id.toString());
  }

  @Test
  void everyPlantedFaultIsFoundAndOnlyThoseAndMended() throws Exception {
    writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = plant(table);

    Job verified = run(table, Kind.VERIFY, PLAIN);
    assertThat(states(verified)).isEqualTo(planted);
    Job shown = run(table, Kind.REPAIR, PLAIN);
    assertThat(states(shown)).isEqualTo(planted);
    assertThat(shown.done().mended()).isZero();

    Job repaired = run(table, Kind.REPAIR, APPLY);

    assertThat(states(repaired)).isEqualTo(planted);
    assertThat(repaired.done().mended()).isEqualTo(planted.size());
    assertThat(states(run(table, Kind.VERIFY, PLAIN))).isEmpty();
    InStep.assertInStep(session, Tables.shipped());
  }

  @Test
  void withTheConsistencyOfSeveralDatacentersItIsTheSame() throws Exception {
    CassandraFactory serial = TestCassandra.serialFactory(TestCassandra.newKeyspace());
    try (TestKeyspace everywhere = TestKeyspace.with(Tables.shipped(), serial)) {
      TestInstance there = everywhere.instance();
      there.writer().write(UUID.randomUUID(), head -> Decision.write(movie(random)));
      everywhere.session().execute("TRUNCATE movies_by_genre");
      Job job = everywhere.lifecycle().repair("movies_by_genre", APPLY);

      there.runner().run(job.id());

      Job.Progress done = there.jobs().find(job.id()).orElseThrow().done();
      assertThat(done.missing()).isPositive().isEqualTo(done.mended());
      InStep.assertInStep(everywhere.session(), Tables.shipped());
    }
  }

  @Test
  void sumsOfTheRowsLeadToEachFaultAndToNoOther() throws Exception {
    writeMovies();
    LookupTable table = Tables.byGenre();
    assertThat(states(run(table, Kind.VERIFY, DIGEST))).isEmpty();
    Map<String, String> planted = plant(table);

    Job verified = run(table, Kind.VERIFY, DIGEST);

    assertThat(states(verified)).isEqualTo(planted);
    Job repaired = run(table, Kind.REPAIR, new Options(true, 0, true, null));
    assertThat(repaired.done().mended()).isEqualTo(planted.size());
    assertThat(states(run(table, Kind.VERIFY, PLAIN))).isEmpty();
  }

  @Test
  void sumsOfTablesThatAreWrittenLeadToNothing() throws Exception {
    writeMovies();
    whileWriting(
        () -> {
          for (LookupTable table : Tables.shipped()) {
            assertThat(findings(run(table, Kind.VERIFY, DIGEST))).isEmpty();
          }
        },
        writer);
  }

  @Test
  void aScopeIsLookedAtAndNothingElse() throws Exception {
    writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = plant(table);
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
    Job job = lookups.verify(table.name(), new Options(false, 0, false, scope));
    runner.run(job.id());
    Map<String, String> states = states(found(job));
    if (scope.key().size() == 1) {
      assertThat(states(run(table, Kind.VERIFY, new Options(false, 0, true, scope))))
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

  @Test
  void aJobGoesOnWhereItWasBrokenOff() throws Exception {
    writeMovies();
    Job job = begin(Tables.byActor(), Kind.VERIFY, PLAIN);
    store.finish(
        job.id(), Phase.FROM_LEDGER, 0, new Job.Progress(1, 1_000_000, 0, 0, 0, 0, 0), null);

    runner.run(job.id());

    assertThat(found(job).done().read()).isGreaterThan(1_000_000);
    assertThat(found(job).state()).isEqualTo(State.DONE);
  }

  @Test
  void aJobIsOneInstancesAndStopsWhenItIsPaused() throws Exception {
    Job job = begin(Tables.byActor(), Kind.VERIFY, PLAIN);
    assertThat(store.own(job.id(), "another", false)).isTrue();
    runner.run(job.id());
    assertThat(found(job).done().slices()).isZero();

    store.disown(job.id(), "another");
    assertThat(store.change(job.id(), State.RUNNING, State.PAUSED, null)).isTrue();
    runner.run(job.id());
    assertThat(found(job).done().slices()).isZero();

    store.change(job.id(), State.PAUSED, State.RUNNING, null);
    runner.run(job.id());
    assertThat(found(job).state()).isEqualTo(State.DONE);
  }

  @Test
  void aJobUnderWayStopsWhenItIsPausedAndKeepsWhatIsDone() throws Exception {
    writeMovies();
    Job job = begin(Tables.byActor(), Kind.VERIFY, new Options(false, 20, false, null));
    Future<?> running = Executors.newSingleThreadExecutor().submit(() -> runOrFail(job));
    Awaitility.await().until(() -> found(job).done().slices() > 0);

    assertThat(lookups.change(job, State.PAUSED).state()).isEqualTo(State.PAUSED);
    running.get();

    long done = found(job).done().slices();
    assertThat(done).isBetween(1L, job.slices() - 1);
    assertThat(found(job).owner()).isNull();
    assertThat(lookups.change(job, State.RUNNING).state()).isEqualTo(State.RUNNING);
    Future<?> again = Executors.newSingleThreadExecutor().submit(() -> runOrFail(job));
    Awaitility.await().until(() -> found(job).done().slices() > done);
    lookups.change(job, State.CANCELLED);
    again.get(5, TimeUnit.SECONDS);
    assertThat(found(job).state()).isEqualTo(State.CANCELLED);
  }

  /** As when the process stands still for days: else a movie that was deleted would come back. */
  @Test
  void whatWasReadLongAgoIsReadAgainBeforeItIsWritten() throws Exception {
    UUID id = UUID.randomUUID();
    writer.write(id, head -> Decision.write(movie(random)));
    session.execute(NEW.createStatement()); // of which this writer does not know
    EntityState later = Movies.titled("Later").genres("A").actors("B").state();
    AtomicInteger asked = new AtomicInteger();
    InstantSource stopped =
        () -> {
          if (asked.incrementAndGet() == 2) {
            writer.write(id, head -> Decision.write(later));
          }
          return Instant.EPOCH.plus(Duration.ofHours(asked.get() == 2 ? 2 : 0));
        };
    ExecutorService lanes = Executors.newSingleThreadExecutor();
    Job job = store.create(NEW.name(), Kind.BUILD, PLAIN);
    JobWork work =
        work(job, NEW, lanes, new JobFindings(store, job), stopped.withZone(ZoneOffset.UTC));

    for (int slice = 0; slice < Job.SLICES.size(); slice++) {
      work.slice(Phase.BACKFILL, slice);
    }

    assertThat(InStep.stored(session, NEW)).isEqualTo(NEW.rowsOf(id, later));
    lanes.shutdown();
  }

  @Test
  void aSampleTellsOfDriftAndOfNoOther() throws Exception {
    writeMovies();
    MetricRegistry metrics = new MetricRegistry();
    DriftSampler sampler = instance.metrics(metrics).sampler();
    for (int i = 0; i < 5; i++) {
      sampler.sample();
    }
    assertThat(metrics.meter("cinedex.lookups.movies_by_genre.sampled-rows").getCount())
        .isGreaterThan(50);
    assertThat(metrics.meter("cinedex.lookups.movies_by_genre.drifted-rows").getCount()).isZero();

    plant(Tables.byGenre());
    Awaitility.await()
        .until(
            () -> {
              sampler.sample();
              return metrics.meter("cinedex.lookups.movies_by_genre.drifted-rows").getCount() > 3;
            });
    assertThat(metrics.meter("cinedex.lookups.movies_by_actor.drifted-rows").getCount()).isZero();
  }

  @Test
  void aJobThatNobodyDoesSaysSo() {
    Job job = begin(Tables.byActor(), Kind.VERIFY, PLAIN);

    assertThat(job.message()).startsWith("Waits for an instance that has time");
    assertThat(found(job).message()).isEqualTo(job.message());
  }

  @Test
  void whatIsLeftOfAJobThatIsForgottenBarsNothing() {
    Job job = begin(Tables.byActor(), Kind.VERIFY, PLAIN);
    session.execute("DELETE table_name, kind, options FROM lookup_jobs WHERE job_id = ?", job.id());

    assertThat(store.find(job.id())).isEmpty();
    assertThat(store.isWaiting(job.id())).isFalse();
    assertThat(lookups.verify("movies_by_actor", PLAIN).state()).isEqualTo(State.RUNNING);
  }

  @Test
  void aDropThatWasBrokenOffIsFinishedByTheNext() {
    instance.admin().change("movies_by_actor", TableState.READY, TableState.RETIRED);
    instance.admin().change("movies_by_actor", TableState.RETIRED, TableState.DROPPED);

    lookups.drop("movies_by_actor");

    assertThatThrownBy(() -> session.execute("SELECT * FROM movies_by_actor"))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(() -> lookups.drop("movies_by_actor"))
        .isInstanceOf(NoSuchLookupException.class)
        .hasMessageContaining("existing tables: [movies_by_genre]");
  }

  @Test
  void aMovieThatSomebodyWroteByHandFailsAJobByItsName() throws Exception {
    UUID movieId = UUID.randomUUID();
    session.execute("INSERT INTO movies (movie_id, version) VALUES (?, 1)", movieId);

    Job failed = run(Tables.byActor(), Kind.VERIFY, PLAIN);

    assertThat(failed.state()).isEqualTo(State.FAILED);
    assertThat(failed.message())
        .contains("Movie " + movieId + " has no 'title' in table movies", "complete or delete");
  }

  private void writeMovies() {
    for (int i = 0; i < MOVIES; i++) {
      UUID id = new UUID(random.nextLong(), random.nextLong());
      movies.add(id);
      EntityState movie = movie(random);
      writer.write(id, head -> Decision.write(movie));
    }
    for (int i = 0; i < 10; i++) {
      writer.write(movies.get(i), head -> Decision.delete());
    }
  }

  /** While movies are created, moved and deleted by a thread for each of the writers. */
  private void whileWriting(Step step, EntityWriter... writers) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean over = new AtomicBoolean();
    List<Future<?>> all = new ArrayList<>();
    for (EntityWriter each : writers) {
      all.add(threads.submit(() -> write(each, over)));
    }
    try {
      step.run();
    } finally {
      over.set(true);
      threads.shutdown();
    }
    for (Future<?> each : all) {
      each.get();
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws Exception;
  }

  private void write(EntityWriter mine, AtomicBoolean over) {
    Random own = new Random();
    while (!over.get()) {
      EntityState movie = own.nextInt(5) == 0 ? null : movie(own);
      mine.write(movies.get(own.nextInt(movies.size())), head -> Decision.write(movie));
      written.incrementAndGet();
    }
  }

  private static EntityState movie(Random random) {
    List<String> names = new ArrayList<>(List.of("A", "B", "C", "D", "E"));
    Collections.shuffle(names, random);
    return Movies.titled("T" + random.nextInt(20))
        .releaseYear(1990 + random.nextInt(20))
        .genres(names.subList(0, 1 + random.nextInt(3)))
        .actors(names.subList(0, random.nextInt(4)))
        .synopsis(random.nextBoolean() ? "s" : null)
        .state();
  }

  /**
   * Faults of each kind, by CQL.
   *
   * @return state by primary key
   */
  private Map<String, String> plant(LookupTable table) {
    Map<String, String> planted = new TreeMap<>();
    List<LookupRow> rows = new ArrayList<>(InStep.stored(session, table).values());
    Collections.shuffle(rows, random);
    for (LookupRow row : rows.subList(0, 20)) {
      session.execute(
          SimpleStatement.newInstance(
              "DELETE FROM movies_by_genre WHERE genre = ? AND bucket = ? AND title = ? AND movie_id = ?",
              row.key().values().toArray()));
      planted.put(row.key().values().toString(), "missing");
    }
    for (LookupRow row : rows.subList(20, 40)) {
      plant(row.key().values(), random.nextBoolean() ? "release_year" : "synopsis");
      planted.put(row.key().values().toString(), "stale");
    }
    List<List<Object>> orphans = new ArrayList<>();
    for (LookupRow row : rows.subList(40, 46)) {
      List<Object> key = row.key().values();
      orphans.add(List.of("Z", key.get(1), key.get(2), key.get(3))); // another genre
      orphans.add(List.of(key.get(0), key.get(1), "Other", key.get(3))); // another title
      orphans.add(
          List.of(key.get(0), ((int) key.get(1) + 1) % 4, key.get(2), key.get(3))); // bucket
      orphans.add(List.of(key.get(0), key.get(1), key.get(2), UUID.randomUUID())); // no movie
      orphans.add(List.of(key.get(0), 9, key.get(2), key.get(3))); // a bucket that is never read
    }
    for (UUID deleted : movies.subList(0, 10)) {
      orphans.add(List.of("A", 0, "Gone", deleted));
    }
    for (List<Object> key : orphans) {
      plant(key, "release_year");
      planted.put(key.toString(), "orphaned");
    }
    return planted;
  }

  private void plant(List<Object> key, String column) {
    List<Object> values = new ArrayList<>(key);
    values.add(column.equals("synopsis") ? "planted" : (Object) 1871);
    session.execute(
        SimpleStatement.newInstance(
            "INSERT INTO movies_by_genre (genre, bucket, title, movie_id, %s) VALUES (?, ?, ?, ?, ?)"
                .formatted(column),
            values.toArray()));
  }

  private Map<String, String> states(Job job) {
    Map<String, String> states = new TreeMap<>();
    for (JsonNode finding : findings(job)) {
      JsonNode key = finding.get("key");
      List<Object> values =
          List.of(
              key.get("genre").asText(),
              key.get("bucket").asInt(),
              key.get("title").asText(),
              UUID.fromString(key.get("movie_id").asText()));
      states.put(values.toString(), finding.get("state").asText());
    }
    return states;
  }

  private List<JsonNode> findings(Job job) {
    ObjectMapper json = new ObjectMapper();
    return store
        .findings(job)
        .map(
            finding -> {
              try {
                return json.readTree(finding);
              } catch (JsonProcessingException e) {
                throw new AssertionError(finding, e);
              }
            })
        .toList();
  }

  private Job begin(LookupTable table, Kind kind, Options options) {
    Job job = store.create(table.name(), kind, options);
    assertThat(instance.admin().begin(table.name(), instance.admin().jobs().get(table.name()), job.id())).isTrue();
    return job;
  }

  private Job run(LookupTable table, Kind kind, Options options) throws InterruptedException {
    Job job = begin(table, kind, options);
    runner.run(job.id());
    return found(job);
  }

  private void runOrFail(Job job) {
    try {
      runner.run(job.id());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Job found(Job job) {
    return store.find(job.id()).orElseThrow();
  }

  private void awaitInStep() {
    List<LookupTable> all = new ArrayList<>(Tables.shipped());
    all.add(NEW);
    assertThat(catalog.lastKnown().named(NEW.name()).orElseThrow().state()).isEqualTo(TableState.READY);
    Awaitility.await().untilAsserted(() -> InStep.assertInStep(session, all));
  }
}
