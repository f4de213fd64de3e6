package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
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
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

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

  /** What happens to a process, from its begin to its end, as often as the storm lasts. */
  interface Trouble {
    /**
     * @return its name
     */
    String happen(Random random) throws IOException, InterruptedException;
  }

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
  void rage(Predicate<Storm> over, Trouble... kinds) throws Exception {
    long seed = Long.getLong("storm.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("Storm: begins; its troubles come in the order of -Dstorm.seed=" + seed);
    Instant begun = Instant.now();
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    ExecutorService troublemakers = Executors.newCachedThreadPool();
    List<Future<?>> running = new ArrayList<>();
    for (Trouble kind : kinds) {
      Random random = new Random(seed + running.size());
      running.add(
          troublemakers.submit(
              () -> {
                while (!over.test(this)) {
                  troubles.merge(kind.happen(random), 1, Integer::sum);
                }
                return null;
              }));
    }
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(seed + 100 + i);
      running.add(
          clients.submit(
              () -> {
                write(random, over);
                return null;
              }));
    }
    for (int second = 1; !running.stream().allMatch(Future::isDone); second++) {
      Thread.sleep(1_000);
      if (second % 60 == 0) {
        report(begun);
      }
    }
    clients.shutdown();
    troublemakers.shutdown();
    for (Future<?> each : running) {
      each.get(); // fails here if it failed there
    }
    report(begun);
    checkAll(Instant.now());
  }

  private void report(Instant begun) {
    Duration length = Duration.between(begun, Instant.now());
    System.out.printf(
        "Storm: %d s, %d acknowledged (%.0f/s), statuses %s, troubles %s%n",
        length.toSeconds(),
        acknowledged(),
        acknowledged() * 1000.0 / Math.max(1, length.toMillis()),
        statuses,
        new java.util.TreeMap<>(troubles));
  }

  private void checkAll(Instant stopped) {
    try (CqlSession session = cassandra.connect()) {
      Awaitility.await()
          .atMost(CONVERGENCE)
          .pollInterval(Duration.ofMillis(500))
          .ignoreExceptionsInstanceOf(com.datastax.oss.driver.api.core.DriverException.class)
          .untilAsserted(() -> InStep.assertInStep(session, tables));
      System.out.printf(
          "Storm: every row in step %d ms after its end%n",
          Duration.between(stopped, Instant.now()).toMillis());
      Ledger ledger =
          new Ledger(session, new Notes(session), new MovieJson(Validators.newValidator()));
      Map<UUID, Long> heads = new HashMap<>();
      movies.forEach(movie -> heads.put(movie, ledger.read(movie).version()));
      System.out.println("Storm: no anomaly; " + history.check(heads));
    }
  }

  @Override
  public void close() {
    services.close();
  }

  private void write(Random random, Predicate<Storm> over) throws InterruptedException {
    List<Integer> ports = services.ports();
    int port = ports.get(0);
    while (!over.test(this)) {
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
