package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.catalog.TableState;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestKeyspace;
import java.time.Clock;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** A keyspace with movies, on which a test plants faults and runs jobs. */
final class JobScenario implements AutoCloseable {

  static final LookupTable NEW =
      Tables.of(
          "movies_by_actor_and_genre",
          "{partition: [actor, genre], buckets: 2, clustering: [release_year desc, title], columns:"
              + " [synopsis]}");
  static final JobOptions PLAIN = JobOptions.PLAIN;
  static final JobOptions APPLY = new JobOptions(true, 0, false, Scope.ALL);
  static final JobOptions DIGEST = new JobOptions(false, 0, true, Scope.ALL);
  static final JobKind BUILD = JobKinds.named("build");
  static final JobKind VERIFY = JobKinds.named("verify");
  static final JobKind REPAIR = JobKinds.named("repair");
  private static final int MOVIES = 150;

  private final TestKeyspace keyspace;
  private final TestInstance instance;
  private final Random random = new Random(7);
  private final List<UUID> movies = new ArrayList<>();
  private final AtomicInteger written = new AtomicInteger();

  JobScenario() {
    this(TestKeyspace.with(Tables.shipped()));
  }

  JobScenario(TestKeyspace keyspace) {
    this.keyspace = keyspace;
    this.instance = keyspace.instance();
  }

  TestKeyspace keyspace() {
    return keyspace;
  }

  CqlSession session() {
    return keyspace.session();
  }

  TestInstance instance() {
    return instance;
  }

  EntityWriter writer() {
    return instance.writer();
  }

  Jobs jobs() {
    return instance.jobs();
  }

  JobPoller runner() {
    return instance.runner();
  }

  TableLifecycle lifecycle() {
    return instance.lifecycle(keyspace.schema());
  }

  /** Returns how many writes there were by {@link #whileWriting}. */
  int written() {
    return written.get();
  }

  @Override
  public void close() {
    keyspace.close();
  }

  void writeMovies() {
    for (int i = 0; i < MOVIES; i++) {
      UUID id = new UUID(random.nextLong(), random.nextLong());
      movies.add(id);
      EntityState movie = movie(random);
      writer().write(id, head -> Decision.write(movie));
    }
    for (int i = 0; i < 10; i++) {
      writer().write(movies.get(i), head -> Decision.delete());
    }
  }

  /** Does the step while each of the writers creates, moves and deletes movies. */
  void whileWriting(Step step, EntityWriter... writers) throws Exception {
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
  interface Step {
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

  /** Makes a movie whose genres and actors are among five names. */
  EntityState movie() {
    return movie(random);
  }

  /** Plants faults in {@code movies_by_genre}, and returns their states by primary key. */
  Map<String, String> plantFaults() {
    return PlantedFaults.plant(session(), movies.subList(0, 10), random);
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

  Map<String, String> states(Job job) {
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

  List<JsonNode> findings(Job job) {
    ObjectMapper json = new ObjectMapper();
    return jobs()
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

  Job begin(LookupTable table, JobKind kind, JobOptions options) {
    Job job = jobs().create(table.name(), kind, options);
    assertThat(
            instance
                .admin()
                .begin(table.name(), instance.admin().jobs().get(table.name()), job.id()))
        .isTrue();
    return job;
  }

  Job run(LookupTable table, JobKind kind, JobOptions options) throws InterruptedException {
    Job job = begin(table, kind, options);
    runner().run(job.id());
    return found(job);
  }

  void runOrFail(Job job) {
    try {
      runner().run(job.id());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  Job found(Job job) {
    return jobs().find(job.id()).orElseThrow();
  }

  void awaitInStep() {
    List<LookupTable> all = new ArrayList<>(Tables.shipped());
    all.add(NEW);
    assertThat(instance.catalog().lastKnown().named(NEW.name()).orElseThrow().state())
        .isEqualTo(TableState.READY);
    Awaitility.await().untilAsserted(() -> InStep.assertInStep(session(), all));
  }

  TableJob target(Job job, LookupTable table, FindingDao findings, JobLease lease, Clock clock) {
    return new TableJob(
        job,
        List.of(table),
        instance.access(),
        new RangeReader(new Throttle(0, lease), clock),
        new FindingLog(findings, new FindingJson(Movie.ENTITY), job));
  }
}
