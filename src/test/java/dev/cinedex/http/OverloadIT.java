package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.SlowLink;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.testing.DropwizardTestSupport;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What slow answers of Cassandra do to the service. */
class OverloadIT {
  private static final Duration DELAY = Duration.ofSeconds(2);
  private static final int CLIENTS = 256;
  private static final int READS = 128;
  private static final String MOVIE =
      "{\"title\":\"Slow\",\"releaseYear\":2000,\"genres\":[\"G\"],\"actors\":[\"Slow Actor\"]}";

  private record Timed(Answer answer, long millis) {}

  @Test
  void slowReadsStopNeitherWritesNorHealthChecksAndTheirExcessIsRefusedAtOnce() throws Exception {
    CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    try (SlowLink link = new SlowLink(TestCassandra.address())) {
      DropwizardTestSupport<CinedexConfiguration> service =
          TestService.start(cassandra, link.contactPoint());
      ExecutorService threads = Executors.newFixedThreadPool(CLIENTS + 2);
      try {
        int port = service.getLocalPort();
        for (int i = 0; i < 100; i++) {
          write(port);
        }
        long heapBefore = usedHeap();
        link.delay(DELAY);

        CyclicBarrier together = new CyclicBarrier(CLIENTS);
        List<Future<Timed>> reads =
            IntStream.range(0, CLIENTS)
                .mapToObj(
                    i -> {
                      String mode = i % 2 == 0 ? "indexed" : "verified&expand=movie&limit=200";
                      return threads.submit(() -> read(port, mode, together));
                    })
                .toList();
        Thread.sleep(DELAY.toMillis() / 2); // they are under way
        long begun = System.nanoTime();
        Future<Timed> written = threads.submit(timed(() -> write(port)));
        Future<Timed> health =
            threads.submit(timed(() -> get(service.getAdminPort(), "/healthcheck")));
        long waiting =
            Thread.getAllStackTraces().values().stream()
                .filter(stack -> Arrays.toString(stack).contains("EntityLists.list"))
                .count();

        List<Timed> answered = new ArrayList<>();
        List<Timed> refused = new ArrayList<>();
        for (Future<Timed> read : reads) {
          Timed timed = read.get();
          (timed.answer.status() == 503 ? refused : answered).add(timed);
        }
        System.out.printf(
            "Overload: %d reads answered in %d ms at most, %d refused in %d ms at most; a write took %d ms, a health check %d ms (%d ms after them); %d threads waited; heap %d MB, %d MB before%n",
            answered.size(),
            slowest(answered),
            refused.size(),
            slowest(refused),
            written.get().millis,
            health.get().millis,
            (System.nanoTime() - begun) / 1_000_000,
            waiting,
            usedHeap() >> 20,
            heapBefore >> 20);
        assertThat(answered).hasSize(READS);
        assertThat(answered).allMatch(timed -> timed.answer.status() == 200);
        assertThat(refused).hasSize(CLIENTS - READS);
        assertThat(slowest(refused)).as("without asking Cassandra").isLessThan(DELAY.toMillis());
        assertThat(waiting).as("threads that wait for lists").isBetween(1L, (long) READS);
        for (Timed timed : refused) {
          JsonNode problem = TestService.json(timed.answer.body());
          assertThat(problem.get("type").asText()).isEqualTo("urn:cinedex:problem:overloaded");
          assertThat(timed.answer.headers())
              .containsEntry("retry-after", "1")
              .containsEntry("content-type", "application/problem+json");
        }
        assertThat(written.get().answer.status()).isEqualTo(201);
        assertThat(health.get().answer.status()).as(health.get().answer.body()).isEqualTo(200);
        assertThat(read(port, "indexed", new CyclicBarrier(1)).answer.status())
            .as("permits are given back")
            .isEqualTo(200);
      } finally {
        link.delay(Duration.ZERO);
        threads.shutdownNow();
        service.after();
      }
    }
  }

  private static Timed read(int port, String mode, CyclicBarrier together) throws Exception {
    together.await();
    return timed(() -> get(port, "/actors/Slow%20Actor/movies?read=" + mode)).call();
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

  private static Answer write(int port) throws Exception {
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
