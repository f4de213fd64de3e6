package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.Tables;
import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * Whatever a client sends, the service does not fail: it answers no 5xx, and every error is a
 * problem. {@code -Dfuzz.seed=…} repeats the requests of a failure.
 */
class FuzzIT {
  private static final int FEW = 2_000;
  private static final int MANY = Integer.getInteger("fuzz.requests", 20_000);
  private static final int CLIENTS = 4;

  /** Each client writes movies of its own: an answer 409 would be right, and test nothing. */
  private static final int MOVIES = 8;

  private final OpenApi api = OpenApi.committed();
  private final JsonNode problem = api.document().at("/components/schemas/Problem");
  private final Map<Integer, Integer> statuses = new ConcurrentSkipListMap<>();

  @Test
  void noRequestMakesTheServiceFailAndEveryErrorIsAProblem() throws Exception {
    send(FEW);
  }

  /** Sends more by {@code -Dfuzz.requests=100000}. */
  @ThoroughTest
  void noneOfManyRequestsMakesTheServiceFailEither() throws Exception {
    send(MANY);
  }

  private void send(int count) throws Exception {
    long seed = Long.getLong("fuzz.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("Fuzz: -Dfuzz.seed=" + seed);
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Requests requests = new Requests(new Random(seed + i), MOVIES);
      running.add(
          clients.submit(
              () -> {
                send(requests, count / CLIENTS);
                return null;
              }));
    }
    clients.shutdown();
    for (Future<?> each : running) {
      each.get();
    }

    System.out.println("Fuzz: " + statuses);
    assertThat(statuses.keySet()).contains(200, 201, 204, 400, 404, 405, 406, 422);
    try (CqlSession session = TestService.cassandra().connect()) {
      InStep.assertInStep(session, Tables.shipped());
    }
  }

  private void send(Requests requests, int count) throws IOException {
    HttpConnection connection = TestService.connection();
    String previous = "";
    for (int i = 0; i < count; i++) {
      String request = requests.next();
      Answer answer;
      try {
        answer = connection.send(request);
      } catch (AssertionError e) {
        throw new AssertionError("After: " + previous + "\nto: " + request, e);
      } catch (IOException e) {
        // A kept connection may end at any time; a new one is for this request.
        connection.close();
        connection = TestService.connection();
        answer = answer(connection, request);
      }
      statuses.merge(answer.status(), 1, Integer::sum);
      check(request, answer);
      previous = answer + " to: " + request;
      if (!answer.kept()) {
        connection.close();
        connection = TestService.connection();
      }
    }
    connection.close();
  }

  private static Answer answer(HttpConnection connection, String request) {
    try {
      return connection.send(request);
    } catch (IOException e) {
      throw new AssertionError("No answer to: " + request, e);
    }
  }

  private void check(String request, Answer answer) {
    boolean hasBody = !request.startsWith("HEAD ");
    assertThat(answer.status()).as(request).isBetween(200, 499);
    if (answer.status() >= 400 && hasBody && !answer.headers().containsKey("content-encoding")) {
      assertThat(answer.headers().get("content-type"))
          .as(request)
          .isEqualTo("application/problem+json");
      String body =
          new String(answer.body().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      JsonNode json = TestService.json(body);
      assertThat(api.errors(problem, json)).as(request).isEmpty();
      assertThat(json.get("status").asInt()).isEqualTo(answer.status());
    }
  }
}
