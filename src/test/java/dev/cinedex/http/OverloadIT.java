package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.SlowLink;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Slow answers of Cassandra slow down nothing but themselves. */
class OverloadIT {
  private static final Duration DELAY = Duration.ofSeconds(2);
  private static final int CLIENTS = 256;
  private static final int READS = 128;
  private static final String MOVIE =
      "{\"title\":\"Slow\",\"releaseYear\":2000,\"genres\":[\"G\"],\"actors\":[\"Slow Actor\"]}";

  private final SlowLink link = new SlowLink(TestCassandra.address());
  private final DropwizardTestSupport<CinedexConfiguration> service =
      start(TestCassandra.factory(TestCassandra.newKeyspace()), link.contactPoint());
  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS + 2);
  private final int port = service.getLocalPort();

  OverloadIT() throws IOException {}

  /** Starts a service with small pages, so that 128 lists have room in the heap of any machine. */
  private static DropwizardTestSupport<CinedexConfiguration> start(
      CassandraFactory cassandra, String contactPoint) {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    return TestService.startWithoutSchema(
        cassandra, contactPoint, "config.yml", Map.of("limits.pageSize", "64KiB"));
  }

  private record Timed(Answer answer, long millis) {
    boolean isRefused() {
      return answer.status() == 503;
    }
  }

  @AfterEach
  void stop() throws IOException {
    link.delay(Duration.ZERO);
    threads.shutdownNow();
    service.after();
    link.close();
  }

  @Test
  void slowReadsDoNotBlockWritesAndTheirExcessIsRefused() throws Exception {
    for (int i = 0; i < 100; i++) {
      write();
    }
    long heapBefore = usedHeap();
    link.delay(DELAY);

    List<Future<Timed>> reads = readAtTheSameTime();
    Thread.sleep(DELAY.toMillis() / 2); // until all of them wait for Cassandra
    Future<Timed> written = threads.submit(timed(this::write));
    Future<Timed> health = threads.submit(timed(() -> get(service.getAdminPort(), "/healthcheck")));
    long waiting = waitingThreads();

    List<Timed> answered = new ArrayList<>();
    List<Timed> refused = new ArrayList<>();
    for (Future<Timed> read : reads) {
      (read.get().isRefused() ? refused : answered).add(read.get());
    }
    System.out.printf(
        "Overload: %d reads answered in %d ms at most, %d refused in %d ms at most; a write took %d"
            + " ms, a health check %d ms; %d threads waited; heap %d MB, %d MB before%n",
        answered.size(),
        slowest(answered),
        refused.size(),
        slowest(refused),
        written.get().millis,
        health.get().millis,
        waiting,
        usedHeap() >> 20,
        heapBefore >> 20);
    assertThat(answered).hasSize(READS);
    assertThat(answered).allMatch(timed -> timed.answer.status() == 200);
    assertThat(waiting).as("threads that wait for lists").isBetween(1L, (long) READS);
    assertThat(refused).hasSize(CLIENTS - READS).allSatisfy(OverloadIT::assertSaysWhenToRetry);
    assertThat(slowest(refused)).as("without asking Cassandra").isLessThan(DELAY.toMillis());
    assertThat(written.get().answer.status()).isEqualTo(201);
    assertThat(health.get().answer.status()).as(health.get().answer.body()).isEqualTo(200);
    assertThat(read("indexed", new CyclicBarrier(1)).answer.status())
        .as("permits are given back")
        .isEqualTo(200);
  }

  private List<Future<Timed>> readAtTheSameTime() {
    CyclicBarrier together = new CyclicBarrier(CLIENTS);
    return IntStream.range(0, CLIENTS)
        .mapToObj(i -> i % 2 == 0 ? "indexed" : "verified&expand=movie")
        .map(mode -> threads.submit(() -> read(mode, together)))
        .toList();
  }

  /** Returns how many threads of the service wait for a list. */
  private static long waitingThreads() {
    return Thread.getAllStackTraces().values().stream()
        .filter(stack -> Arrays.toString(stack).contains("EntityLists.list"))
        .count();
  }

  private static void assertSaysWhenToRetry(Timed refused) {
    JsonNode problem = TestService.json(refused.answer.body());
    assertThat(problem.get("type").asText()).isEqualTo("urn:cinedex:problem:overloaded");
    assertThat(refused.answer.headers())
        .containsEntry("retry-after", "1")
        .containsEntry("content-type", "application/problem+json");
  }

  private Timed read(String mode, CyclicBarrier together) throws Exception {
    together.await();
    return timed(() -> get(port, "/actors/Slow%20Actor/movies?limit=2&read=" + mode)).call();
  }

  private static Callable<Timed> timed(Callable<Answer> request) {
    return () -> {
      long begun = System.nanoTime();
      Answer answer = request.call();
      return new Timed(answer, (System.nanoTime() - begun) / 1_000_000);
    };
  }

  private static Answer get(int port, String path) throws Exception {
    try (HttpConnection connection = new HttpConnection(port)) {
      return connection.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
  }

  private Answer write() throws Exception {
    try (HttpConnection connection = new HttpConnection(port)) {
      return connection.send(
          "PUT /movies/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(UUID.randomUUID(), MOVIE.length(), MOVIE));
    }
  }

  private static long slowest(List<Timed> requests) {
    return requests.stream().mapToLong(Timed::millis).max().orElse(0);
  }

  private static long usedHeap() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
