package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.catalog.Schema;
import dev.cinedex.ledger.InStep;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.TestInstance;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Two processes of the service, sixteen clients, twenty hot movies and every kind of change, while
 * {@link Trouble} comes over the processes. It ends with both services killed amid the writes.
 * Afterwards the tables must become the projection of the ledger, and the ledger must have every
 * acknowledged write.
 */
final class Storm implements AutoCloseable {
  private static final Duration CONVERGENCE = Duration.ofSeconds(60);
  private static final int CLIENTS = 16;

  private final List<LookupTable> tables = Tables.shipped();
  private final List<UUID> movies =
      IntStream.range(0, 20).mapToObj(i -> UUID.randomUUID()).toList();
  private final History history = new History();

  /** By method and status. */
  private final Map<String, Integer> answers = new ConcurrentSkipListMap<>();

  private final Map<String, Integer> troubles = new ConcurrentSkipListMap<>();
  private final CassandraFactory cassandra;
  private final Services services;
  private volatile boolean killed;

  /**
   * What happens to a process.
   *
   * @param course from its begin to its end
   */
  record Trouble(String name, Course course) {}

  /** May take a while. */
  interface Course {
    void run(Random random) throws IOException, InterruptedException;
  }

  /**
   * One after another, all of them in any order, again and again.
   *
   * @param least seconds of calm before each trouble, at least
   * @param most seconds of calm, at most
   */
  record Troubles(int least, int most, List<Trouble> each) {}

  Storm(CassandraFactory cassandra) throws IOException {
    this.cassandra = cassandra;
    new Schema(cassandra, Movie.ENTITY, tables).apply(created -> {});
    this.services = new Services(cassandra, history, 2);
  }

  Services services() {
    return services;
  }

  int acknowledged() {
    return history.acknowledged();
  }

  /**
   * Returns when all is calm again, everything checked.
   *
   * @param enough when it may end; not before each kind of trouble has come
   */
  void rage(Predicate<Storm> enough, Troubles... kinds) throws Exception {
    long seed = Long.getLong("storm.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("Storm: begins; its troubles come in the order of -Dstorm.seed=" + seed);
    Instant begun = Instant.now();
    Set<String> names =
        Stream.of(kinds)
            .flatMap(kind -> kind.each.stream())
            .map(Trouble::name)
            .collect(Collectors.toSet());
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> running = new CopyOnWriteArrayList<>();
    Predicate<Storm> over =
        storm ->
            (enough.test(storm) && troubles.keySet().containsAll(names))
                || running.stream().anyMatch(Storm::hasFailed);
    for (Troubles kind : kinds) {
      Random random = new Random(seed + running.size());
      running.add(threads.submit(() -> trouble(kind, random, over)));
    }
    List<Future<?>> ofTroubles = List.copyOf(running);
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(seed + 100 + i);
      running.add(threads.submit(() -> write(random)));
    }
    threads.shutdown();
    for (int second = 1; !ofTroubles.stream().allMatch(Future::isDone); second++) {
      TimeUnit.SECONDS.sleep(1);
      if (second % 60 == 0) {
        report(begun);
      }
    }
    Instant end;
    try {
      end = killAmidTheWrites(running);
    } finally {
      killed = true;
    }
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    report(begun);
    for (Future<?> each : running) {
      Throwable failure = failure(each);
      if (failure != null) {
        failure.printStackTrace(System.out); // now: the report comes after all storms
      }
      assertThat(failure).as("what ended a thread of the storm").isNull();
    }
    for (String method : List.of("DELETE", "PATCH", "PUT")) {
      assertThat(answers.keySet()).anyMatch(answer -> answer.startsWith(method + " 2"));
    }
    checkAll(end);
  }

  /** Again when no write was under way just then that had its claim, and not its rows. */
  private Instant killAmidTheWrites(List<Future<?>> running)
      throws IOException, InterruptedException {
    try (CqlSession session = cassandra.connect()) {
      Ledger ledger = TestInstance.on(session).ledger();
      for (int tries = 1; ; tries++) {
        services.killAll();
        Instant end = Instant.now();
        long unsettled =
            Awaitility.await()
                .atMost(CONVERGENCE)
                .ignoreExceptionsInstanceOf(DriverException.class)
                .until(() -> unsettled(ledger), count -> true);
        System.out.printf(
            "Storm: both services killed with %d of %d movies unsettled%n",
            unsettled, movies.size());
        if (unsettled > 0 || running.stream().anyMatch(Storm::hasFailed)) {
          return end;
        }
        assertThat(tries).as("ends without a write under way").isLessThan(5);
        services.restart(0);
        services.restart(1);
      }
    }
  }

  private static boolean hasFailed(Future<?> future) {
    return future.isDone() && failure(future) != null;
  }

  private static @Nullable Throwable failure(Future<?> ended) {
    try {
      ended.get();
      return null;
    } catch (ExecutionException | InterruptedException e) {
      return e;
    }
  }

  private @Nullable Void trouble(Troubles kind, Random random, Predicate<Storm> over)
      throws IOException, InterruptedException {
    List<Trouble> round = new ArrayList<>();
    while (true) {
      Instant next = Instant.now().plusSeconds(random.nextInt(kind.least, kind.most + 1));
      while (Instant.now().isBefore(next)) {
        if (over.test(this)) {
          return null;
        }
        Thread.sleep(100);
      }
      if (round.isEmpty()) {
        round.addAll(kind.each);
        Collections.shuffle(round, random);
      }
      Trouble trouble = round.remove(0);
      trouble.course.run(random);
      troubles.merge(trouble.name, 1, Integer::sum);
    }
  }

  private void report(Instant begun) {
    Duration length = Duration.between(begun, Instant.now());
    System.out.printf(
        "Storm: %d s, %d acknowledged (%.0f/s), answers %s, troubles %s%n",
        length.toSeconds(),
        acknowledged(),
        acknowledged() * 1000.0 / Math.max(1, length.toMillis()),
        answers,
        troubles);
  }

  private void checkAll(Instant killedAt) throws IOException, InterruptedException {
    try (CqlSession session = cassandra.connect()) {
      Ledger ledger = TestInstance.on(session).ledger();
      services.restart(0);
      Instant back = Instant.now();
      Awaitility.await()
          .atMost(CONVERGENCE)
          .pollInterval(Duration.ofMillis(500))
          .ignoreExceptionsInstanceOf(DriverException.class)
          .untilAsserted(
              () -> {
                InStep.assertInStep(session, tables);
                assertThat(unsettled(ledger)).isZero();
              });
      System.out.printf(
          "Storm: every row in step %d ms after the services were killed, %d ms after one was back%n",
          Duration.between(killedAt, Instant.now()).toMillis(),
          Duration.between(back, Instant.now()).toMillis());
      Map<UUID, Long> heads = new HashMap<>();
      for (UUID movie : movies) {
        heads.put(movie, ledger.read(movie).version());
        read(movie, services.ports().get(0));
      }
      History.Summary summary = history.check(heads);
      System.out.println("Storm: no anomaly; " + summary);
      assertThat(summary.linked()).isGreaterThan(summary.accepted() * 99 / 100);
      assertThat(summary.conditional()).isGreaterThan(summary.acknowledged() / 100);
      assertThat(summary.compared()).isGreaterThan(summary.acknowledged() / 100);
    }
  }

  private long unsettled(Ledger ledger) {
    return movies.stream().filter(movie -> !ledger.read(movie).settled()).count();
  }

  /** That nothing came after: of batches that Cassandra had logged, say. */
  void checkAgain() {
    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, tables);
    }
  }

  @Override
  public void close() {
    services.close();
  }

  private @Nullable Void write(Random random) throws InterruptedException {
    List<Integer> ports = services.ports();
    int port = ports.get(0);
    while (!killed) {
      UUID movie = movies.get(random.nextInt(movies.size()));
      try {
        writeOnce(random, movie, port);
        port = ports.get(random.nextInt(ports.size()));
      } catch (IOException e) {
        answers.merge("none", 1, Integer::sum); // the service was killed; there is another
        TimeUnit.MILLISECONDS.sleep(100);
        port = ports.get((ports.indexOf(port) + 1) % ports.size());
      }
    }
    return null;
  }

  private void writeOnce(Random random, UUID movie, int port)
      throws IOException, InterruptedException {
    long expected = random.nextBoolean() ? read(movie, port) : 0;
    String[] conditions =
        expected == 0 ? new String[0] : new String[] {"If-Match", "\"" + expected + "\""};
    String method =
        switch (random.nextInt(10)) {
          case 0 -> "DELETE";
          case 1, 2 -> "PATCH";
          default -> "PUT";
        };
    String synopsis = UUID.randomUUID().toString(); // makes each write a change
    String body =
        switch (method) {
          case "DELETE" -> "";
          case "PATCH" ->
              "{\"actors\":[%s],\"synopsis\":\"%s\"}".formatted(actors(random), synopsis);
          default -> movie(random, synopsis);
        };
    HttpResponse<String> answer =
        TestProcess.send(method, port, "/movies/" + movie, body, conditions);
    answers.merge(method + " " + answer.statusCode(), 1, Integer::sum);
    if (answer.statusCode() == 503) {
      TimeUnit.SECONDS.sleep(1); // as Retry-After says
    }
    assertThat(answer.statusCode()).as(answer.body()).isNotEqualTo(500);
    if (answer.statusCode() / 100 == 2) {
      assertThat(answer.body()).contains(body.isEmpty() ? "" : synopsis);
      history.acknowledge(movie, expected, version(answer), answer.body());
    }
  }

  /**
   * @return its version; 0 when it could not be read
   */
  private long read(UUID movie, int port) throws IOException, InterruptedException {
    HttpResponse<String> read = TestProcess.send("GET", port, "/movies/" + movie, "");
    if (read.statusCode() != 200) {
      return 0;
    }
    history.read(movie, version(read), read.body());
    return version(read);
  }

  private static long version(HttpResponse<String> answer) {
    return Long.parseLong(answer.headers().firstValue("ETag").orElseThrow().replace("\"", ""));
  }

  private static String movie(Random random, String synopsis) {
    return """
        {"title":"Title %d","releaseYear":%d,"genres":["Genre %d"],"actors":[%s],"synopsis":"%s"}"""
        .formatted(
            random.nextInt(3),
            1990 + random.nextInt(3),
            random.nextInt(4),
            actors(random),
            synopsis);
  }

  private static String actors(Random random) {
    return String.join(
        ",", random.ints(random.nextInt(5), 0, 12).mapToObj(i -> "\"Actor " + i + "\"").toList());
  }
}
