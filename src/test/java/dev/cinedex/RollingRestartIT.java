package dev.cinedex;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.TestProcess.Version;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
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

/**
 * Two instances behind a balancer, which asks each of them all the time whether it is ready. With
 * {@code -Dold.checkout} they are restarted from an older version, whose jar was built there.
 */
@Tag("thorough")
class RollingRestartIT {
  private static final int CLIENTS = 4;
  private static final Version BEFORE =
      Optional.ofNullable(System.getProperty("old.checkout"))
          .map(checkout -> Version.builtIn(Path.of(checkout)))
          .orElse(Version.THIS);
  private static final Map<String, String> SETTINGS = Map.of("SHUTDOWN_WAIT", "1s");

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<Integer, Process> instances = new HashMap<>();
  private final List<Integer> ready = new CopyOnWriteArrayList<>();
  private final AtomicInteger answered = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  /** What each client wrote last, by the path of its movie. */
  private final Map<String, String> written = new ConcurrentHashMap<>();

  private volatile boolean sending = true;

  @AfterEach
  void stop() throws InterruptedException {
    threads.shutdownNow();
    threads.awaitTermination(20, TimeUnit.SECONDS);
    instances.values().forEach(Process::destroyForcibly);
  }

  @Test
  void noRequestFailsAndNoWriteIsLostWhileOneInstanceAfterTheOtherIsRestarted() throws Exception {
    applySchema(BEFORE);
    List<Integer> ports = List.of(TestProcess.freePort(), TestProcess.freePort());
    for (int port : ports) {
      start(BEFORE, port);
      threads.execute(() -> askWhetherReady(port));
    }
    Awaitility.await().until(() -> ready.size() == ports.size());
    for (int client = 0; client < CLIENTS; client++) {
      threads.execute(this::sendRequests);
    }

    applySchema(Version.THIS);
    for (int port : ports) {
      int before = answered.get();
      Process stopped = requireNonNull(instances.get(port));
      stopped.destroy();
      assertThat(stopped.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(ready).doesNotContain(port);
      start(Version.THIS, port);
      Awaitility.await().until(() -> ready.contains(port));
      assertThat(answered.get()).as("requests meanwhile").isGreaterThan(before + 100);
    }
    sending = false;

    Awaitility.await().until(() -> written.size() == CLIENTS);
    assertThat(failures).isEmpty();
    for (Map.Entry<String, String> write : written.entrySet()) {
      assertThat(TestProcess.send("GET", ports.get(0), write.getKey(), "").body())
          .contains(write.getValue());
    }
    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, Tables.shipped());
    }
  }

  private void applySchema(Version version) throws Exception {
    Process schema =
        TestProcess.java(
            version,
            cassandra,
            Map.of(),
            CinedexApplication.class,
            List.of("schema", "apply", "config.yml"));
    String output = new String(schema.getInputStream().readAllBytes(), UTF_8);
    assertThat(schema.waitFor()).as(output).isZero();
  }

  private void start(Version version, int port) throws IOException {
    instances.put(
        port, TestProcess.server(version, cassandra, CinedexApplication.class, port, SETTINGS));
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

  /** Gives a movie another cast again and again, and looks for it by its new actor. */
  private void sendRequests() {
    String id = UUID.randomUUID().toString();
    String path = "/movies/" + id;
    String actor = "";
    for (int turn = 0; sending && failures.isEmpty(); turn++) {
      List<Integer> now = List.copyOf(ready);
      if (now.isEmpty()) {
        failures.add("No instance is ready");
        return;
      }
      int port = now.get(ThreadLocalRandom.current().nextInt(now.size()));
      actor = "Actor %d of %s".formatted(turn, id);
      send("PUT", port, path, Movies.json("Heat", List.of("Crime"), List.of(actor)));
      String list = send("GET", port, "/actors/" + actor.replace(" ", "%20") + "/movies", "");
      if (!list.contains(id)) {
        failures.add("A list lacks an acknowledged movie: " + list);
      }
    }
    written.put(path, actor);
  }

  /** Sends a request that must not fail, and returns the answer. */
  private String send(String method, int port, String path, String body) {
    try {
      HttpResponse<String> answer = TestProcess.send(method, port, path, body);
      answered.incrementAndGet();
      if (answer.statusCode() / 100 != 2) {
        failures.add(answer.statusCode() + " " + answer.body());
      }
      return answer.body();
    } catch (IOException e) {
      failures.add(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "";
  }
}
