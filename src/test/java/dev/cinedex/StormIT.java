package dev.cinedex;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Schema;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.ledger.Head;
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
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Two processes of the service, sixteen clients, twenty hot movies and every kind of change; again
 * and again one of the two is killed (-9). {@code -Dstorm.seconds=…} makes it longer.
 */
class StormIT {
  private static final Duration LENGTH =
      Duration.ofSeconds(Integer.getInteger("storm.seconds", 60));
  private static final Duration CONVERGENCE = Duration.ofSeconds(60);
  private static final int CLIENTS = 16;

  private final List<LookupTable> tables = Tables.shipped();
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final List<UUID> movies =
      IntStream.range(0, 20).mapToObj(i -> UUID.randomUUID()).toList();
  private final Queue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();
  private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();

  /**
   * A write that was answered as done.
   *
   * @param expected the version it named in If-Match; 0 for none
   */
  private record Acknowledged(UUID movie, long expected, long version) {}

  @Test
  void noAcknowledgedWriteIsLostAndNoRowIsLeftBehind() throws Exception {
    new Schema(cassandra, tables).apply(created -> {});
    int[] ports = {TestProcess.freePort(), TestProcess.freePort()};
    Process steady = server(ports[0]);
    Process killed = server(ports[1]);
    Instant end = Instant.now().plus(LENGTH);
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    for (int i = 0; i < CLIENTS; i++) {
      int seed = i;
      clients.execute(() -> write(new Random(seed), ports, end));
    }

    int kills = 0;
    while (Instant.now().plusSeconds(12).isBefore(end)) {
      Thread.sleep(5_000);
      killed.destroyForcibly().waitFor();
      kills++;
      killed = server(ports[1]);
    }
    clients.shutdown();
    assertThat(clients.awaitTermination(3, TimeUnit.MINUTES)).isTrue();
    Instant stopped = Instant.now();

    try (CqlSession session = cassandra.connect()) {
      Awaitility.await()
          .atMost(CONVERGENCE)
          .pollInterval(Duration.ofMillis(500))
          .untilAsserted(() -> InStep.assertInStep(session, tables));
      System.out.printf(
          "Storm: %d acknowledged, %d kills, statuses %s, in step %d ms after its end%n",
          acknowledged.size(),
          kills,
          statuses,
          Duration.between(stopped, Instant.now()).toMillis());
      checkAcknowledged(
          new Ledger(session, new Notes(session), new MovieJson(Validators.newValidator())));
    } finally {
      steady.destroyForcibly();
      killed.destroyForcibly();
    }
  }

  private void checkAcknowledged(Ledger ledger) {
    assertThat(acknowledged).hasSizeGreaterThan(200);
    Map<List<Object>, Acknowledged> byVersion = new HashMap<>();
    Map<List<Object>, Acknowledged> byExpected = new HashMap<>();
    for (Acknowledged write : acknowledged) {
      assertThat(byVersion.put(List.of(write.movie, write.version), write))
          .as("another write has the version of %s", write)
          .isNull();
      if (write.expected > 0) {
        assertThat(write.version).isGreaterThan(write.expected);
        assertThat(byExpected.put(List.of(write.movie, write.expected), write))
            .as("another write replaced the version that %s replaced", write)
            .isNull();
      }
    }
    for (UUID movie : movies) {
      Head head = ledger.read(movie);
      assertThat(acknowledged.stream().filter(w -> w.movie.equals(movie)))
          .allMatch(write -> write.version <= head.version());
    }
  }

  private void write(Random random, int[] ports, Instant end) {
    while (Instant.now().isBefore(end)) {
      UUID movie = movies.get(random.nextInt(movies.size()));
      int port = ports[random.nextInt(ports.length)];
      try {
        writeOnce(random, movie, port);
      } catch (IOException e) {
        statuses.merge(0, 1, Integer::sum); // the service was killed, and comes back
        pause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
    assertThat(answer.statusCode()).as(answer.body()).isNotEqualTo(500);
    if (answer.statusCode() / 100 == 2) {
      acknowledged.add(new Acknowledged(movie, expected, version(answer)));
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

  private Process server(int port) throws IOException {
    Process process = TestProcess.server(cassandra.keyspace(), CinedexApplication.class, port);
    Thread reader =
        new Thread(() -> process.inputReader().lines().forEach(line -> {}), "drains its output");
    reader.setDaemon(true);
    reader.start();
    return process;
  }
}
