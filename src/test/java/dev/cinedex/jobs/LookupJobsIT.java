package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Catalog;
import dev.cinedex.cassandra.Schema;
import dev.cinedex.cassandra.TableState;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.cassandra.TestCatalog;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Options;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.jobs.Job.State;
import dev.cinedex.ledger.InStep;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.MovieWriter;
import dev.cinedex.ledger.Notes;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.projection.LookupReader;
import dev.cinedex.projection.Projection;
import io.dropwizard.jersey.validation.Validators;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Build, verification and repair of a table, on a real Cassandra. */
class LookupJobsIT {
  private static final LookupTable NEW =
      Tables.of(
          "movies_by_actor_and_genre",
          "{partition: [actor, genre], buckets: 2, clustering: [release_year desc, title], columns: [synopsis]}");
  private static final Options PLAIN = new Options(false, 0);
  private static final Options APPLY = new Options(true, 0);
  private static final int MOVIES = 300;

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final Schema schema = new Schema(cassandra, Tables.shipped());
  private final CqlSession session = session();
  private final Catalog catalog = TestCassandra.catalog(session);
  private final Projection projection = new Projection(session, 32 << 10);
  private final LookupReader reader = new LookupReader(session, projection);
  private final Ledger ledger =
      new Ledger(session, new Notes(session), new MovieJson(Validators.newValidator()));
  private final MovieWriter writer =
      new MovieWriter(ledger, projection, catalog, Clock.systemUTC(), Runnable::run, step -> {});
  private final JobStore store = new JobStore(session);
  private final JobRunner runner =
      new JobRunner(catalog, ledger, reader, writer, projection, store);
  private final Random random = new Random(7);
  private final List<UUID> movies = new ArrayList<>();

  private CqlSession session() {
    schema.apply(created -> {});
    return cassandra.connect();
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void aBuildWritesTheRowsOfTheMoviesThereAreWhileOthersAreWritten() throws Exception {
    writeMovies();
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService others = Executors.newFixedThreadPool(2);
    Future<?> writing = others.submit(() -> change(over));
    Future<?> more = others.submit(() -> change(over));

    schema.add(session, NEW);
    Job built = run(NEW, Kind.BUILD, PLAIN);
    over.set(true);
    writing.get();
    more.get();
    others.shutdown();

    assertThat(built.state()).as(built.message()).isEqualTo(State.DONE);
    assertThat(built.done().drift()).isZero();
    assertThat(built.done().slices()).isEqualTo(3L * JobRunner.SLICES.size());
    assertThat(catalog.view().readable()).contains(NEW);
    awaitInStep();
  }

  @Test
  void aBuildWaitsForAnInstanceThatDoesNotKnowTheTableYet() throws Exception {
    writeMovies();
    TestCatalog slow = new TestCatalog(session, List.of());
    schema.add(session, NEW);
    Job job = begin(NEW, Kind.BUILD, PLAIN);
    Future<?> running = Executors.newSingleThreadExecutor().submit(() -> runOrFail(job));

    Awaitility.await()
        .until(() -> String.valueOf(found(job).message()).startsWith("Waits until every instance"));
    assertThat(found(job).done().slices()).isZero();
    slow.refresh();
    running.get();

    assertThat(found(job).state()).isEqualTo(State.DONE);
    awaitInStep();
  }

  @Test
  void aVerificationOfTablesThatAreWrittenFindsNothing() throws Exception {
    writeMovies();
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService others = Executors.newFixedThreadPool(2);
    Future<?> writing = others.submit(() -> change(over));
    Future<?> more = others.submit(() -> change(over));

    for (LookupTable table : Tables.shipped()) {
      Job verified = run(table, Kind.VERIFY, PLAIN);
      assertThat(verified.state()).isEqualTo(State.DONE);
      assertThat(findings(verified)).isEmpty();
    }
    over.set(true);
    writing.get();
    more.get();
    others.shutdown();
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
  void aJobGoesOnWhereItWasBrokenOff() throws Exception {
    writeMovies();
    Job job = begin(Tables.byActor(), Kind.VERIFY, PLAIN);
    store.finish(job.id(), Phase.FROM_LEDGER, 0, new Job.Progress(1, 1_000_000, 0, 0, 0, 0, 0));

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

  private void writeMovies() {
    for (int i = 0; i < MOVIES; i++) {
      UUID id = new UUID(random.nextLong(), random.nextLong());
      movies.add(id);
      Movie movie = movie(random);
      writer.write(id, head -> movie);
    }
    for (int i = 0; i < 10; i++) {
      writer.write(movies.get(i), head -> null);
    }
  }

  /** Creates, moves and deletes movies until it is over. */
  private void change(AtomicBoolean over) {
    Random mine = new Random();
    while (!over.get()) {
      Movie movie = mine.nextInt(5) == 0 ? null : movie(mine);
      writer.write(movies.get(mine.nextInt(movies.size())), head -> movie);
    }
  }

  private static Movie movie(Random random) {
    List<String> names = new ArrayList<>(List.of("A", "B", "C", "D", "E"));
    Collections.shuffle(names, random);
    return new Movie(
        "T" + random.nextInt(20),
        1990 + random.nextInt(20),
        null,
        Set.copyOf(names.subList(0, 1 + random.nextInt(3))),
        names.subList(0, random.nextInt(4)),
        List.of(),
        random.nextBoolean() ? "s" : null);
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
              row.key().toArray()));
      planted.put(row.key().toString(), "missing");
    }
    for (LookupRow row : rows.subList(20, 40)) {
      plant(row.key(), random.nextBoolean() ? "release_year" : "synopsis");
      planted.put(row.key().toString(), "stale");
    }
    List<List<Object>> orphans = new ArrayList<>();
    for (LookupRow row : rows.subList(40, 46)) {
      List<Object> key = row.key();
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
        .findings(job, JobRunner.SLICES.size())
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
    assertThat(catalog.begin(table.name(), catalog.jobs().get(table.name()), job.id())).isTrue();
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
    assertThat(catalog.view().named(NEW.name()).orElseThrow().state()).isEqualTo(TableState.READY);
    Awaitility.await().untilAsserted(() -> InStep.assertInStep(session, all));
  }
}
