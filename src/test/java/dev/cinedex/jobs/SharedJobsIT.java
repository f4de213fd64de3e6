package dev.cinedex.jobs;

import static dev.cinedex.jobs.JobScenario.APPLY;
import static dev.cinedex.jobs.JobScenario.PLAIN;
import static dev.cinedex.jobs.JobScenario.REPAIR;
import static dev.cinedex.jobs.JobScenario.VERIFY;
import static java.util.Comparator.reverseOrder;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.cassandra.SlowLink;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.testing.TestInstance;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several instances take slices of one job, while each has to wait for Cassandra's answers. */
@Tag("thorough")
class SharedJobsIT {
  private static final Duration DELAY = Duration.ofMillis(25);
  private static final LookupTable TABLE = Tables.byGenre();

  private final JobScenario scenario = new JobScenario();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Slow> instances = new ArrayList<>();

  /** An instance whose answers from Cassandra are late. */
  private record Slow(SlowLink link, CqlSession session, JobPoller runner) {}

  @BeforeEach
  void start() throws IOException {
    scenario.writeMovies();
    String keyspace = scenario.keyspace().cassandra().keyspace();
    for (int i = 0; i < 4; i++) {
      SlowLink link = new SlowLink(TestCassandra.address());
      CqlSession session =
          TestCassandra.factory(keyspace, link.contactPoint(), "datacenter1").connect();
      JobPoller runner = TestInstance.on(session).runner();
      instances.add(new Slow(link, session, runner));
    }
  }

  @AfterEach
  void close() throws IOException {
    threads.shutdownNow();
    for (Slow instance : instances) {
      instance.link.close();
      instance.session.close();
    }
    scenario.close();
  }

  /** A job on a ledger of this size has 128 ranges; deleted movies have no rows. */
  private void addDeletedMovies() {
    PreparedStatement insert =
        scenario
            .session()
            .prepare(
                "INSERT INTO movies (movie_id, version, deleted, claim_id, settled_version)"
                    + " VALUES (?, 1, true, now(), 1)");
    List<UUID> ids = Stream.generate(UUID::randomUUID).limit(60_000).toList();
    Parallel.map(ids, 64, id -> scenario.session().executeAsync(insert.bind(id)));
  }

  /** How much faster they are depends on the processors beside it: the times are only printed. */
  @Test
  void twoAndFourInstancesShareAVerification() throws Exception {
    Map<String, String> planted = scenario.plantFaults();
    addDeletedMovies();
    instances.forEach(instance -> instance.link.delay(DELAY));
    verify(4, planted); // the first job of each instance prepares its statements

    Duration one = verify(1, planted);
    Duration two = verify(2, planted);
    Duration four = verify(4, planted);

    System.out.printf(
        "SharedJobs: 1 instance %d ms, 2 instances %d ms, 4 instances %d ms%n",
        one.toMillis(), two.toMillis(), four.toMillis());
  }

  private Duration verify(int number, Map<String, String> planted) throws Exception {
    Job job = scenario.begin(TABLE, VERIFY, PLAIN);
    long began = System.nanoTime();
    for (Future<?> run : runOn(job, instances.subList(0, number))) {
      run.get(2, TimeUnit.MINUTES);
    }
    Duration time = Duration.ofNanos(System.nanoTime() - began);
    Job done = scenario.found(job);
    assertThat(done.state()).as(done.message()).isEqualTo(JobState.DONE);
    assertThat(done.done().ranges()).isEqualTo(job.ranges());
    assertThat(scenario.states(done)).isEqualTo(planted);
    List<Long> shares = leases(job).values().stream().sorted(reverseOrder()).toList();
    long all = shares.stream().mapToLong(Long::longValue).sum();
    assertThat(shares).hasSizeGreaterThanOrEqualTo(number);
    assertThat(shares.subList(0, number))
        .as("leases of the instances")
        .allMatch(some -> some > all / (3L * number));
    return time;
  }

  @Test
  void theSlicesOfAnInstanceThatDiesAreTakenOver() throws Exception {
    Map<String, String> planted = scenario.plantFaults();
    instances.forEach(instance -> instance.link.delay(DELAY));
    Job job = scenario.begin(TABLE, REPAIR, APPLY);
    List<Future<?>> runs = runOn(job, instances.subList(0, 2));
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> leases(job).size() == 2 && scenario.found(job).done().ranges() > 20);

    instances.get(0).link.delay(Duration.ofMinutes(10)); // nothing reaches it any more
    runs.get(1).get(1, TimeUnit.MINUTES);

    Job done = scenario.found(job);
    assertThat(done.state()).as(done.message()).isEqualTo(JobState.DONE);
    assertThat(done.done().ranges()).isEqualTo(job.ranges());
    assertThat(scenario.states(done)).isEqualTo(planted);
    assertThat(done.done().repaired()).isEqualTo(planted.size());
    InStep.assertInStep(scenario.session(), Tables.shipped());
  }

  @Test
  void aPauseReachesEveryInstance() throws Exception {
    JobOptions slow = new JobOptions(false, 20, false, Scope.ALL);
    Job job = scenario.begin(TABLE, VERIFY, slow);
    List<Future<?>> runs = new ArrayList<>();
    for (Slow instance : instances.subList(0, 2)) {
      Awaitility.await().until(() -> runs.isEmpty() || !scenario.found(job).workers().isEmpty());
      runs.add(threads.submit(() -> runOnce(instance, job)));
    }
    Awaitility.await().until(() -> scenario.found(job).workers().size() == 2);

    scenario.lifecycle().change(job, JobState.PAUSED);

    for (Future<?> run : runs) {
      run.get(5, TimeUnit.SECONDS);
    }
    assertThat(scenario.found(job).isIdle()).isTrue();
    assertThat(scenario.found(job).done().ranges()).isLessThan(job.ranges());
  }

  private List<Future<?>> runOn(Job job, List<Slow> some) {
    List<Future<?>> runs = new ArrayList<>();
    for (Slow instance : some) {
      runs.add(
          threads.submit(
              () -> {
                while (!scenario.found(job).state().isFinal()) {
                  runOnce(instance, job);
                  Thread.sleep(20);
                }
                return null;
              }));
    }
    return runs;
  }

  private static Void runOnce(Slow instance, Job job) throws InterruptedException {
    instance.runner.run(job.id());
    return null;
  }

  /** Returns how many leases each run of a job has taken. */
  private Map<String, Long> leases(Job job) {
    return scenario
        .session()
        .execute(
            "SELECT worker FROM lookup_leases WHERE job_id = %s ALLOW FILTERING"
                .formatted(job.id()))
        .all()
        .stream()
        .collect(groupingBy(row -> row.getString("worker"), counting()));
  }
}
