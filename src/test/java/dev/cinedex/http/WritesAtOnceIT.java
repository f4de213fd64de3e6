package dev.cinedex.http;

import static dev.cinedex.http.TestService.delete;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.path;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.http.TestService.tag;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many clients write one movie at the same time. */
class WritesAtOnceIT {
  private static final int CLIENTS = 24;

  private final Instant begun = Instant.now();
  private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
  private String movie = "";
  private String version = "";

  @BeforeEach
  void createMovie() {
    HttpResponse<String> created =
        post("{\"title\":\"Heat\",\"releaseYear\":1995,\"genres\":[\"Crime\"]}");
    movie = path(created);
    version = tag(created);
  }

  @AfterEach
  void deleteMovie() {
    clients.shutdownNow();
    delete(movie);
    TestService.assertInStep(begun);
  }

  @Test
  void everyWriteHasAVersionOfItsOwn() throws Exception {
    List<HttpResponse<String>> answers =
        atOnce(i -> send("PATCH", movie, "{\"releaseYear\":%d}".formatted(1900 + i)));

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(200);
    assertThat(answers).extracting(TestService::tag).doesNotHaveDuplicates();
    assertThat(answers)
        .as("each client sees what it wrote")
        .extracting(answer -> json(answer).get("releaseYear").asInt())
        .containsExactlyElementsOf(IntStream.range(1900, 1900 + CLIENTS).boxed().toList());
    HttpResponse<String> last = get(movie);
    assertThat(answers)
        .filteredOn(answer -> tag(answer).equals(tag(last)))
        .extracting(HttpResponse::body)
        .containsExactly(last.body());
    assertThat(answers).extracting(TestService::tag).allMatch(tag -> tag.compareTo(tag(last)) <= 0);
  }

  @Test
  void oneOfThoseWhoExpectAVersionReplacesIt() throws Exception {
    List<HttpResponse<String>> answers =
        atOnce(
            i ->
                send(
                    "PATCH",
                    movie,
                    "{\"releaseYear\":%d}".formatted(1900 + i),
                    "If-Match",
                    version));

    assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.statusCode() == 412).hasSize(CLIENTS - 1);
  }

  @Test
  void whatEachClientAddsToIsNotLost() throws Exception {
    List<HttpResponse<String>> answers = atOnce(this::addActor);

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(200);
    assertThat(json(get(movie)).get("actors")).hasSize(CLIENTS);
  }

  /** Reads the movie and adds an actor, until nobody has written it in between. */
  private HttpResponse<String> addActor(int client) {
    while (true) {
      HttpResponse<String> read = get(movie);
      List<String> actors = new ArrayList<>();
      if (json(read).has("actors")) {
        json(read).get("actors").forEach(actor -> actors.add('"' + actor.asText() + '"'));
      }
      actors.add("\"Actor " + client + '"');
      HttpResponse<String> answer =
          send("PATCH", movie, "{\"actors\":" + actors + "}", "If-Match", tag(read));
      if (answer.statusCode() != 412) {
        return answer;
      }
    }
  }

  private List<HttpResponse<String>> atOnce(IntFunction<HttpResponse<String>> request)
      throws Exception {
    List<Future<HttpResponse<String>>> answers =
        IntStream.range(0, CLIENTS).mapToObj(i -> clients.submit(() -> request.apply(i))).toList();
    List<HttpResponse<String>> received = new ArrayList<>();
    for (Future<HttpResponse<String>> answer : answers) {
      received.add(answer.get());
    }
    return received;
  }
}
