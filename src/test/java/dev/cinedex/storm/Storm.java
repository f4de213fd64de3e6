package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Schema;
import dev.cinedex.ledger.InStep;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.Notes;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.MovieJson;
import io.dropwizard.jersey.validation.Validators;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Two processes of the service, sixteen clients, twenty hot movies and every kind of change, while
 * {@link Trouble} comes over the processes. Afterwards the tables must be the projection of the
 * ledger, and the ledger must have every acknowledged write.
 */
final class Storm implements AutoCloseable {
  private static final Duration CONVERGENCE = Duration.ofSeconds(60);
  private static final int CLIENTS = 16;

  private final List<LookupTable> tables = Tables.shipped();
  private final List<UUID> movies =
      IntStream.range(0, 20).mapToObj(i -> UUID.randomUUID()).toList();
  private final History history = new History();
  private final Map<Integer, Integer> statuses = new ConcurrentSkipListMap<>();
  private final Map<String, Integer> troubles = new ConcurrentHashMap<>();
  private final CassandraFactory cassandra;
  private final Services services;
  private volatile Instant lastDisturbance = Instant.now();

  /** What happens to a process, from its begin to its end, again and again. */
  interface Trouble {
    /**
     * @return its name
     */
    String happen(Random random) throws IOException, InterruptedException;
  }

  /**
   * @param least seconds of calm before each trouble, at least
   * @param most seconds of calm, at most
   */
  record Troubles(int least, int most, Trouble trouble) {}

  Storm(CassandraFactory cassandra) throws IOException {
    this.cassandra = cassandra;
    new Schema(cassandra, tables).apply(created -> {});
    this.services = new Services(cassandra, history, 2);
  }

  Services services() {
    return services;
  }

  int acknowledged() {
    return history.acknowledged();
  }

  /** Returns when all is calm again, everything checked. */
  void rage(Predicate<Storm> over, Troubles... kinds) throws Exception {
    long seed = Long.getLong("storm.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("Storm: begins; its troubles come in the order of -Dstorm.seed=" + seed);
    Instant begun = Instant.now();
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> running = new CopyOnWriteArrayList<>();
    Predicate<Storm> ended =
        storm -> over.test(storm) || running.stream().anyMatch(Storm::hasFailed);
    for (Troubles kind : kinds) {
      Random random = new Random(seed + running.size());
      running.add(threads.submit(() -> trouble(kind, random, ended)));
    }
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(seed + 100 + i);
      running.add(threads.submit(() -> write(random, ended)));
    }
    threads.shutdown();
    for (int second = 1; !threads.awaitTermination(1, TimeUnit.SECONDS); second++) {
      if (second % 60 == 0) {
        report(begun);
      }
    }
    report(begun);
    for (Future<?> each : running) {
      Throwable failure = failure(each);
      if (failure != null) {
        failure.printStackTrace(System.out); // now: the report comes after all storms
      }
      assertThat(failure).as("what ended a thread of the storm").isNull();
    }
    checkAll();
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

  private @Nullable Void trouble(Troubles kind, Random random, Predicate<Storm> ended)
      throws IOException, InterruptedException {
    while (true) {
      Instant next = Instant.now().plusSeconds(random.nextInt(kind.least, kind.most + 1));
      while (Instant.now().isBefore(next)) {
        if (ended.test(this)) {
          return null;
        }
        Thread.sleep(100);
      }
      troubles.merge(kind.trouble.happen(random), 1, Integer::sum);
      lastDisturbance = Instant.now();
    }
  }

  private void report(Instant begun) {
    Duration length = Duration.between(begun, Instant.now());
    System.out.printf(
        "Storm: %d s, %d acknowledged (%.0f/s), statuses %s, troubles %s%n",
        length.toSeconds(),
        acknowledged(),
        acknowledged() * 1000.0 / Math.max(1, length.toMillis()),
        statuses,
        new TreeMap<>(troubles));
  }

  private void checkAll() {
    try (CqlSession session = cassandra.connect()) {
      Awaitility.await()
          .atMost(CONVERGENCE)
          .pollInterval(Duration.ofMillis(500))
          .ignoreExceptionsInstanceOf(DriverException.class)
          .untilAsserted(() -> InStep.assertInStep(session, tables));
      System.out.printf(
          "Storm: every row in step %d ms after the last write or trouble%n",
          Duration.between(lastDisturbance, Instant.now()).toMillis());
      Ledger ledger =
          new Ledger(session, new Notes(session), new MovieJson(Validators.newValidator()));
      Map<UUID, Long> heads = new HashMap<>();
      movies.forEach(movie -> heads.put(movie, ledger.read(movie).version()));
      History.Summary summary = history.check(heads);
      System.out.println("Storm: no anomaly; " + summary);
      assertThat(summary.linked()).isGreaterThan(summary.accepted() * 9 / 10);
    }
  }

  @Override
  public void close() {
    services.close();
  }

  private @Nullable Void write(Random random, Predicate<Storm> ended) throws InterruptedException {
    List<Integer> ports = services.ports();
    int port = ports.get(0);
    while (!ended.test(this)) {
      UUID movie = movies.get(random.nextInt(movies.size()));
      try {
        writeOnce(random, movie, port);
        port = ports.get(random.nextInt(ports.size()));
      } catch (IOException e) {
        statuses.merge(0, 1, Integer::sum); // the service was killed; there is another
        TimeUnit.MILLISECONDS.sleep(100);
        port = ports.get((ports.indexOf(port) + 1) % ports.size());
      }
    }
    return null;
  }

  private void writeOnce(Random random, UUID movie, int port)
      throws IOException, InterruptedException {
    String path = "/movies/" + movie;
    long expected = 0;
    List<String> headers = new ArrayList<>();
    if (random.nextBoolean()) {
      HttpResponse<String> read = TestProcess.send("GET", port, path, "");
      if (read.statusCode() == 200) {
        expected = version(read);
        headers.addAll(List.of("If-Match", "\"" + expected + "\""));
      }
    }
    String[] conditions = headers.toArray(String[]::new);
    HttpResponse<String> answer =
        switch (random.nextInt(10)) {
          case 0 -> TestProcess.send("DELETE", port, path, "", conditions);
          case 1, 2 -> TestProcess.send("PATCH", port, path, patch(random), conditions);
          default -> TestProcess.send("PUT", port, path, movie(random), conditions);
        };
    statuses.merge(answer.statusCode(), 1, Integer::sum);
    if (answer.statusCode() == 503) {
      TimeUnit.SECONDS.sleep(1); // as Retry-After says
    }
    assertThat(answer.statusCode()).as(answer.body()).isNotEqualTo(500);
    if (answer.statusCode() / 100 == 2) {
      history.acknowledge(movie, expected, version(answer));
      lastDisturbance = Instant.now();
    }
  }

  private static long version(HttpResponse<String> answer) {
    return Long.parseLong(answer.headers().firstValue("ETag").orElseThrow().replace("\"", ""));
  }

  /** A synopsis of its own makes each PUT a change. */
  private static String movie(Random random) {
    return """
        {"title":"Title %d","releaseYear":%d,"genres":["Genre %d"],"actors":[%s],"synopsis":"%s"}"""
        .formatted(
            random.nextInt(3),
            1990 + random.nextInt(3),
            random.nextInt(4),
            actors(random),
            UUID.randomUUID());
  }

  private static String patch(Random random) {
    return "{\"actors\":[%s],\"synopsis\":\"%s\"}".formatted(actors(random), UUID.randomUUID());
  }

  private static String actors(Random random) {
    return String.join(
        ",", random.ints(random.nextInt(5), 0, 12).mapToObj(i -> "\"Actor " + i + "\"").toList());
  }
}
