package dev.cinedex;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two instances behind a balancer, which asks each of them all the time whether it is ready. */
@Tag("thorough")
class RollingRestartIT {
  private static final int CLIENTS = 4;
  private static final Map<String, String> SETTINGS = Map.of("SHUTDOWN_WAIT", "1s");

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<Integer, Process> instances = new HashMap<>();
  private final List<Integer> ready = new CopyOnWriteArrayList<>();
  private final AtomicInteger answered = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  @AfterEach
  void stop() throws InterruptedException {
    threads.shutdownNow();
    threads.awaitTermination(20, TimeUnit.SECONDS);
    instances.values().forEach(Process::destroyForcibly);
  }

  @Test
  void noRequestFailsWhileOneInstanceAfterTheOtherIsRestarted() throws Exception {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    List<Integer> ports = List.of(TestProcess.freePort(), TestProcess.freePort());
    for (int port : ports) {
      instances.put(port, TestProcess.server(cassandra, CinedexApplication.class, port, SETTINGS));
      threads.execute(() -> askWhetherReady(port));
    }
    Awaitility.await().until(() -> ready.size() == ports.size());
    for (int client = 0; client < CLIENTS; client++) {
      threads.execute(this::sendRequests);
    }

    for (int port : ports) {
      int before = answered.get();
      Process stopped = requireNonNull(instances.get(port));
      stopped.destroy();
      assertThat(stopped.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(ready).doesNotContain(port);
      instances.put(port, TestProcess.server(cassandra, CinedexApplication.class, port, SETTINGS));
      Awaitility.await().until(() -> ready.contains(port));
      assertThat(answered.get()).as("requests meanwhile").isGreaterThan(before + 100);
    }

    assertThat(failures).isEmpty();
  }

  private void askWhetherReady(int port) {
    while (!Thread.currentThread().isInterrupted()) {
      boolean now = isReady(port);
      if (now != ready.contains(port)) {
        if (now) {
          ready.add(port);
        } else {
          ready.remove(Integer.valueOf(port));
        }
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static boolean isReady(int port) {
    try {
      return TestProcess.send("GET", port, "/health-check?type=ready", "").statusCode() == 200;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  private void sendRequests() {
    String movie = Movies.json("Heat", List.of("Crime"), List.of("Al Pacino"));
    String path = "/movies/" + UUID.randomUUID();
    while (!Thread.currentThread().isInterrupted()) {
      List<Integer> now = List.copyOf(ready);
      if (now.isEmpty()) {
        failures.add("No instance is ready");
        return;
      }
      int port = now.get(ThreadLocalRandom.current().nextInt(now.size()));
      send("PUT", port, path, movie);
      send("GET", port, "/actors/Al%20Pacino/movies", "");
    }
  }

  private void send(String method, int port, String path, String body) {
    try {
      HttpResponse<String> answer = TestProcess.send(method, port, path, body);
      answered.incrementAndGet();
      if (answer.statusCode() / 100 != 2) {
        failures.add(answer.statusCode() + " " + answer.body());
      }
    } catch (IOException e) {
      failures.add(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
