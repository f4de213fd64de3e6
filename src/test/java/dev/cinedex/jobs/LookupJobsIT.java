package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.PagingIterable;
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
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestKeyspace;
import dev.cinedex.testing.TestSession;
import dev.cinedex.verification.ComparisonException;
import dev.cinedex.verification.DriftSampler;
import dev.cinedex.verification.RowVerifier;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Build, verification and repair of a table, on a real Cassandra. */
class LookupJobsIT {
  private static final LookupTable NEW =
      Tables.of(
          "movies_by_actor_and_genre",
          "{partition: [actor, genre], buckets: 2, clustering: [release_year desc, title], columns: [synopsis]}");
  private static final JobOptions PLAIN = JobOptions.PLAIN;
  private static final JobOptions APPLY = new JobOptions(true, 0, false, Scope.ALL);
  private static final JobOptions DIGEST = new JobOptions(false, 0, true, Scope.ALL);
  private static final JobKind BUILD = JobKinds.named("build");
  private static final JobKind VERIFY = JobKinds.named("verify");
  private static final JobKind REPAIR = JobKinds.named("repair");
  private static final int MOVIES = 150;

  private final TestKeyspace keyspace = TestKeyspace.with(Tables.shipped());
  private final CqlSession session = keyspace.session();
  private final TestInstance instance = keyspace.instance();
  private final Catalog catalog = instance.catalog();
  private final EntityWriter writer = instance.writer();
  private final Jobs store = instance.jobs();
  private final JobPoller runner = instance.runner();
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
          Job built = run(NEW, BUILD, PLAIN);

          assertThat(built.state()).as(built.message()).isEqualTo(JobState.DONE);
          assertThat(built.done().drift()).isZero();
          assertThat(built.done().ranges()).isEqualTo(3L * Job.RANGES.size());
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
          Job job = begin(NEW, BUILD, PLAIN);
          Future<?> running = Executors.newSingleThreadExecutor().submit(() -> runOrFail(job));
          Awaitility.await()
              .until(() -> String.valueOf(found(job).message()).startsWith("Waits until ["));
          int before = written.get();
          Awaitility.await().until(() -> written.get() > before + 100);
          assertThat(found(job).done().ranges()).isZero();

          late.refresh();
          running.get();

          assertThat(found(job).state()).as(findings(job).toString()).isEqualTo(JobState.DONE);
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
            Job verified = run(table, VERIFY, PLAIN);
            assertThat(verified.state()).isEqualTo(JobState.DONE);
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
          Job repaired = run(table, REPAIR, APPLY);
          assertThat(repaired.state()).isEqualTo(JobState.DONE);
          assertThat(repaired.done().repaired()).isPositive();
        },
        writer,
        writer);

    // What is left are rows whose movie was written whenever the repair was about to.
    assertThat(planted.keySet()).containsAll(states(run(table, VERIFY, PLAIN)).keySet());
    run(table, REPAIR, APPLY);
    InStep.assertInStep(session, Tables.shipped());
  }

  @Test
  void whatARepairMendedBeforeItDiedIsKnownToBeMended() throws Exception {
    writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = plant(table);
    Job job = begin(table, REPAIR, APPLY);
    FindingDao kept = new JobMapperBuilder(session).build().findings();
    AtomicInteger died = new AtomicInteger();

    long repaired = 0;
    try (JobLease lease = store.acquire(job.id(), "mine").orElseThrow()) {
      TableJob dying = target(job, table, new DyingFindings(kept), lease, Clock.systemUTC());
      TableJob next = target(job, table, kept, lease, Clock.systemUTC());
      RowSelection all = RowSelection.of(Scope.ALL);
      repaired +=
          repaired(VerifyPhase.fromLedger(dying, all), VerifyPhase.fromLedger(next, all), died);
      repaired +=
          repaired(VerifyPhase.fromTable(dying, all), VerifyPhase.fromTable(next, all), died);
    }

    assertThat(died).hasPositiveValue();
    assertThat(repaired).isEqualTo(planted.size());
    assertThat(states(job)).isEqualTo(planted);
    assertThat(findings(job)).allMatch(finding -> finding.get("mended").asBoolean());
  }

  private static long repaired(Phase dying, Phase next, AtomicInteger died)
      throws InterruptedException {
    long repaired = 0;
    for (int range = 0; range < Job.RANGES.size(); range++) {
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

  private TableJob target(
      Job job, LookupTable table, FindingDao findings, JobLease lease, Clock clock) {
    return new TableJob(
        job,
        table,
        instance.access(),
        new RangeReader(new Throttle(0, lease), clock),
        new FindingLog(findings, new FindingJson(Movie.ENTITY), job));
  }

  @Test
  void aRowWhoseMovieIsWrittenAllTheTimeIsNotTakenForRight() {
    UUID id = UUID.randomUUID();
    writer.write(id, head -> Decision.write(movie(random)));
    TestSession busy = new TestSession(session);
    busy.before("SELECT genre", () -> writer.rewrite(id));
    RowVerifier verifier = TestInstance.on(busy).verifier();
    RowKey key = new RowKey(Tables.byGenre(), List.of("A", 0, "No such row", id));

    assertThatThrownBy(() -> verifier.recheck(key))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining(id.toString());
  }

  @Test
  void everyPlantedFaultIsFoundAndOnlyThoseAndMended() throws Exception {
    writeMovies();
    LookupTable table = Tables.byGenre();
    Map<String, String> planted = plant(table);

    Job verified = run(table, VERIFY, PLAIN);
    assertThat(states(verified)).isEqualTo(planted);
    Job shown = run(table, REPAIR, PLAIN);
    assertThat(states(shown)).isEqualTo(planted);
    assertThat(shown.done().repaired()).isZero();

    Job repaired = run(table, REPAIR, APPLY);

    assertThat(states(repaired)).isEqualTo(planted);
    assertThat(repaired.done().repaired()).isEqualTo(planted.size());
    assertThat(states(run(table, VERIFY, PLAIN))).isEmpty();
    InStep.assertInStep(session, Tables.shipped());
  }

  @Test
  void withTheConsistencyOfSeveralDatacentersItIsTheSame() throws Exception {
    CassandraFactory serial = TestCassandra.serialFactory(TestCassandra.newKeyspace());
    try (TestKeyspace everywhere = TestKeyspace.with(Tables.shipped(), serial)) {
      TestInstance there = everywhere.instance();
      there.writer().write(UUID.randomUUID(), head -> Decision.write(movie(random)));
      everywhere.session().execute("TRUNCATE movies_by_genre");
      Job job = everywhere.lifecycle().begin(REPAIR, "movies_by_genre", APPLY);

      there.runner().run(job.id());

      JobProgress done = there.jobs().find(job.id()).orElseThrow().done();
      assertThat(done.missing()).isPositive().isEqualTo(done.repaired());
      InStep.assertInStep(everywhere.session(), Tables.shipped());
    }
  }

  @Test
  void sumsOfTheRowsLeadToEachFaultAndToNoOther() throws Exception {
    writeMovies();
    LookupTable table = Tables.byGenre();
    assertThat(states(run(table, VERIFY, DIGEST))).isEmpty();
    Map<String, String> planted = plant(table);

    Job verified = run(table, VERIFY, DIGEST);

    assertThat(states(verified)).isEqualTo(planted);
    Job repaired = run(table, REPAIR, new JobOptions(true, 0, true, Scope.ALL));
    assertThat(repaired.done().repaired()).isEqualTo(planted.size());
    assertThat(states(run(table, VERIFY, PLAIN))).isEmpty();
  }

  @Test
  void sumsOfTablesThatAreWrittenLeadToNothing() throws Exception {
    writeMovies();
    whileWriting(
        () -> {
          for (LookupTable table : Tables.shipped()) {
            assertThat(findings(run(table, VERIFY, DIGEST))).isEmpty();
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
    Job job = lookups.begin(VERIFY, table.name(), new JobOptions(false, 0, false, scope));
    runner.run(job.id());
    Map<String, String> states = states(found(job));
    if (scope.key().size() == 1) {
      assertThat(states(run(table, VERIFY, new JobOptions(false, 0, true, scope))))
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
    Job job = begin(Tables.byActor(), VERIFY, PLAIN);
    RangeResult finished = RangeResult.of(JobProgress.ofRange(1_000_000, 0));
    store.ranges().finish(RangeRow.of(job.id(), VerifyPhase.FROM_LEDGER, 0, finished));

    runner.run(job.id());

    assertThat(found(job).done().read()).isGreaterThan(1_000_000);
    assertThat(found(job).state()).isEqualTo(JobState.DONE);
  }

  @Test
  void aJobIsOneInstancesAndStopsWhenItIsPaused() throws Exception {
    Job job = begin(Tables.byActor(), VERIFY, PLAIN);
    JobLease another = store.acquire(job.id(), "another").orElseThrow();
    runner.run(job.id());
    assertThat(found(job).done().ranges()).isZero();

    another.close();
    assertThat(store.change(job.id(), JobState.RUNNING, JobState.PAUSED, null)).isTrue();
    runner.run(job.id());
    assertThat(found(job).done().ranges()).isZero();

    store.change(job.id(), JobState.PAUSED, JobState.RUNNING, null);
    runner.run(job.id());
    assertThat(found(job).state()).isEqualTo(JobState.DONE);
  }

  @Test
  void aJobUnderWayStopsWhenItIsPausedAndKeepsWhatIsDone() throws Exception {
    writeMovies();
    Job job = begin(Tables.byActor(), VERIFY, new JobOptions(false, 20, false, Scope.ALL));
    Future<?> running = Executors.newSingleThreadExecutor().submit(() -> runOrFail(job));
    Awaitility.await().until(() -> found(job).done().ranges() > 0);

    assertThat(lookups.change(job, JobState.PAUSED).state()).isEqualTo(JobState.PAUSED);
    running.get();

    long done = found(job).done().ranges();
    assertThat(done).isBetween(1L, job.ranges() - 1);
    assertThat(found(job).owner()).isNull();
    assertThat(lookups.change(job, JobState.RUNNING).state()).isEqualTo(JobState.RUNNING);
    Future<?> again = Executors.newSingleThreadExecutor().submit(() -> runOrFail(job));
    Awaitility.await().until(() -> found(job).done().ranges() > done);
    lookups.change(job, JobState.CANCELLED);
    again.get(5, TimeUnit.SECONDS);
    assertThat(found(job).state()).isEqualTo(JobState.CANCELLED);
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
    ExecutorService writes = Executors.newSingleThreadExecutor();
    Job job = store.create(NEW.name(), BUILD, PLAIN);
    try (JobLease lease = store.acquire(job.id(), "mine").orElseThrow()) {
      FindingDao findings = new JobMapperBuilder(session).build().findings();
      Clock clock = stopped.withZone(ZoneOffset.UTC);
      Phase backfill = new BackfillPhase(target(job, NEW, findings, lease, clock), writes);
      for (int range = 0; range < Job.RANGES.size(); range++) {
        backfill.process(range);
      }
    }

    assertThat(InStep.stored(session, NEW)).isEqualTo(NEW.rowsOf(id, later));
    writes.shutdown();
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
    Job job = begin(Tables.byActor(), VERIFY, PLAIN);

    assertThat(job.message()).startsWith("Waits for an instance");
    assertThat(found(job).message()).isEqualTo(job.message());
  }

  @Test
  void whatIsLeftOfAJobThatIsForgottenBarsNothing() {
    Job job = begin(Tables.byActor(), VERIFY, PLAIN);
    session.execute("DELETE table_name, kind, options FROM lookup_jobs WHERE job_id = ?", job.id());

    assertThat(store.find(job.id())).isEmpty();
    assertThat(store.acquire(job.id(), "mine")).isEmpty();
    assertThat(lookups.begin(VERIFY, "movies_by_actor", PLAIN).state()).isEqualTo(JobState.RUNNING);
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

    Job failed = run(Tables.byActor(), VERIFY, PLAIN);

    assertThat(failed.state()).isEqualTo(JobState.FAILED);
    assertThat(failed.message())
        .contains("Movie " + movieId + " has no 'title' in table movies", "Complete or delete");
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
        .all()
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

  private Job begin(LookupTable table, JobKind kind, JobOptions options) {
    Job job = store.create(table.name(), kind, options);
    assertThat(
            instance
                .admin()
                .begin(table.name(), instance.admin().jobs().get(table.name()), job.id()))
        .isTrue();
    return job;
  }

  private Job run(LookupTable table, JobKind kind, JobOptions options) throws InterruptedException {
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
    assertThat(catalog.lastKnown().named(NEW.name()).orElseThrow().state())
        .isEqualTo(TableState.READY);
    Awaitility.await().untilAsserted(() -> InStep.assertInStep(session, all));
  }
}
