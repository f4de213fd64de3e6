package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.TestProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Clients that write a few hot movies in every way, half of them on a condition. */
final class Clients {
  private final List<UUID> movies;
  private final History history;
  private final Supplier<List<Integer>> services;

  /** How many answers there were, by method and status. */
  private final Map<String, Integer> answers = new ConcurrentSkipListMap<>();

  private volatile boolean stopped;

  /**
   * @param movies how many movies they write
   * @param services the ports of the service's processes
   */
  Clients(int movies, History history, Supplier<List<Integer>> services) {
    this.movies = IntStream.range(0, movies).mapToObj(i -> UUID.randomUUID()).toList();
    this.history = history;
    this.services = services;
  }

  List<UUID> movies() {
    return movies;
  }

  Map<String, Integer> answers() {
    return answers;
  }

  /** Lets every client end after its request. */
  void stop() {
    stopped = true;
  }

  /** Is one client, until it is stopped. */
  @Nullable Void write(Random random) throws InterruptedException {
    List<Integer> ports = services.get();
    int port = ports.get(0);
    while (!stopped) {
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
   * Reads a movie and tells the history of it.
   *
   * @return its version; 0 when it could not be read
   */
  long read(UUID movie, int port) throws IOException, InterruptedException {
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
