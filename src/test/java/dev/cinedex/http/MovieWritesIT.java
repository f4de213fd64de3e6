package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.delete;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.path;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.put;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.http.TestService.tag;
import static dev.cinedex.http.TestService.titles;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Movies are created, replaced, changed and deleted, as a client sees it. */
class MovieWritesIT {
  private static final String HEAT =
      """
      {"title":"Heat","releaseYear":1995,"genres":["Crime","Thriller"],"actors":["Al Pacino","Val Kilmer"],"synopsis":"s"}\
      """;

  private final Instant begun = Instant.now();

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    TestService.assertInStep(begun);
  }

  @Test
  void aNewMovieIsAnsweredWithItsPlaceAndVersion() {
    HttpResponse<String> created = post(HEAT);

    JsonNode movie = json(created);
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(created.headers().firstValue("Location").orElseThrow())
        .endsWith("/movies/" + movie.get("id").asText());
    assertThat(tag(created)).isEqualTo("\"" + movie.get("version").asLong() + "\"");
    assertThat(json(get("/movies/" + movie.get("id").asText()))).isEqualTo(movie);
  }

  @Test
  void postingAnExistingIdChangesNothing() {
    String id = UUID.randomUUID().toString();
    String withId = HEAT.replace("{", "{\"id\":\"" + id + "\",");
    HttpResponse<String> first = post(withId);

    HttpResponse<String> same = post(withId);
    HttpResponse<String> other = post(withId.replace("1995", "1996"));

    assertThat(same.statusCode()).isEqualTo(200);
    assertThat(tag(same)).isEqualTo(tag(first));
    assertProblem(other, 409, "urn:cinedex:problem:movie-exists");
  }

  @Test
  void anIdenticalPutKeepsTheVersion() {
    HttpResponse<String> first = put("/movies/" + UUID.randomUUID(), HEAT);

    HttpResponse<String> again = put(first.uri().getPath(), HEAT);

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(tag(again)).isEqualTo(tag(first));
  }

  @Test
  void anAnswerCanBeEditedAndSentBack() {
    HttpResponse<String> first = post(HEAT);
    String path = path(first);

    HttpResponse<String> edited = put(path, first.body().replace("1995", "1996"));

    assertThat(edited.statusCode()).isEqualTo(200);
    assertThat(json(edited).get("releaseYear").asInt()).isEqualTo(1996);
  }

  @Test
  void aPatchChangesWhatItNames() {
    String path = path(post(HEAT));

    HttpResponse<String> patched =
        send(
            "PATCH",
            path,
            quoted("{'title':'Heat 2','synopsis':null}"),
            "Content-Type",
            "application/merge-patch+json");

    assertThat(patched.statusCode()).isEqualTo(200);
    assertThat(json(patched).get("title").asText()).isEqualTo("Heat 2");
    assertThat(json(patched).has("synopsis")).isFalse();
    assertThat(json(patched).get("actors")).hasSize(2);
    assertProblem(
        send("PATCH", path, quoted("{'title':null}")), 422, "urn:cinedex:problem:invalid-movie");
    assertProblem(
        send("PATCH", path, "{\"id\":\"" + UUID.randomUUID() + "\"}"),
        422,
        "urn:cinedex:problem:invalid-movie");
  }

  @Test
  void aDeletedMovieIsGone() {
    String path = path(post(HEAT.replace("Al Pacino", "Deleted Actor")));
    assertThat(titles("/actors/Deleted%20Actor/movies")).containsExactly("Heat");

    assertThat(delete(path).statusCode()).isEqualTo(204);

    assertProblem(get(path), 404, "urn:cinedex:problem:no-such-movie");
    assertProblem(delete(path), 404, "urn:cinedex:problem:no-such-movie");
    assertProblem(send("PATCH", path, "{}"), 404, "urn:cinedex:problem:no-such-movie");
    assertThat(titles("/actors/Deleted%20Actor/movies")).isEmpty();
  }

  @Test
  void listsFollowAMovieToItsNewKeys() {
    String path = path(put("/movies/" + UUID.randomUUID(), HEAT.replace("Crime", "Old Genre")));

    put(path, HEAT.replace("Crime", "New Genre").replace("Val Kilmer", "New Actor"));

    assertThat(titles("/genres/Old%20Genre/movies")).isEmpty();
    assertThat(titles("/genres/New%20Genre/movies")).containsExactly("Heat");
    assertThat(titles("/actors/New%20Actor/movies")).containsExactly("Heat");
  }

  @Nested
  class OnACondition {

    @Test
    void ifMatchLetsOnlyTheExpectedVersionBeReplaced() {
      HttpResponse<String> first = post(HEAT);
      String path = path(first);
      HttpResponse<String> second =
          send("PUT", path, HEAT.replace("1995", "1996"), "If-Match", tag(first));

      HttpResponse<String> late =
          send("PUT", path, HEAT.replace("1995", "1997"), "If-Match", tag(first));

      assertThat(second.statusCode()).isEqualTo(200);
      assertProblem(late, 412, "urn:cinedex:problem:precondition-failed");
      assertThat(json(late).get("detail").asText()).contains(tag(second));
      assertThat(json(get(path)).get("releaseYear").asInt()).isEqualTo(1996);
      assertThat(send("DELETE", path, "", "If-Match", tag(first)).statusCode()).isEqualTo(412);
      assertThat(send("PATCH", path, "{}", "If-Match", tag(first)).statusCode()).isEqualTo(412);
    }

    @Test
    void ifMatchOfAMovieThatIsNotThereFails() {
      assertThat(send("PUT", "/movies/" + UUID.randomUUID(), HEAT, "If-Match", "*").statusCode())
          .isEqualTo(412);
    }

    @Test
    void ifNoneMatchCreatesOnly() {
      String path = "/movies/" + UUID.randomUUID();

      assertThat(send("PUT", path, HEAT, "If-None-Match", "*").statusCode()).isEqualTo(201);
      assertThat(send("PUT", path, HEAT, "If-None-Match", "*").statusCode()).isEqualTo(412);
      delete(path);
      assertThat(send("PUT", path, HEAT, "If-None-Match", "*").statusCode()).isEqualTo(201);
    }

    @Test
    void anUnchangedMovieIsNotSentAgain() {
      HttpResponse<String> first = post(HEAT);

      HttpResponse<String> again = send("GET", path(first), "", "If-None-Match", tag(first));

      assertThat(again.statusCode()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
    }

    @Test
    void aMovieAtAnotherVersionIsNotReadUnderIfMatch() {
      HttpResponse<String> created = post(HEAT);

      assertThat(send("GET", path(created), "", "If-Match", tag(created)).statusCode())
          .isEqualTo(200);
      assertProblem(
          send("GET", path(created), "", "If-Match", "\"1\""),
          412,
          "urn:cinedex:problem:precondition-failed");
    }
  }

  @Nested
  class WithAnIdempotencyKey {

    @Test
    void aRepeatedPostWithAKeyCreatesOneMovie() {
      String key = UUID.randomUUID().toString();
      HttpResponse<String> first = send("POST", "/movies", HEAT, "Idempotency-Key", key);
      HttpResponse<String> changed = put(path(first), HEAT.replace("1995", "1996"));

      HttpResponse<String> again = send("POST", "/movies", HEAT, "Idempotency-Key", key);
      HttpResponse<String> other =
          send("POST", "/movies", HEAT.replace("Heat", "Hot"), "Idempotency-Key", key);

      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(again.statusCode()).isEqualTo(201);
      assertThat(again.headers().firstValue("Location"))
          .isEqualTo(first.headers().firstValue("Location"));
      assertThat(tag(again)).isEqualTo(tag(changed));
      assertProblem(other, 422, "urn:cinedex:problem:idempotency-key-reused");
      delete(path(first));
      assertProblem(
          send("POST", "/movies", HEAT, "Idempotency-Key", key),
          404,
          "urn:cinedex:problem:no-such-movie");
      assertProblem(
          send("POST", "/movies", HEAT, "Idempotency-Key", "k".repeat(256)),
          400,
          "urn:cinedex:problem:invalid-parameter");
    }

    @Test
    void postsWithOneKeyAtOnceCreateOneMovie() {
      String key = UUID.randomUUID().toString();
      List<CompletableFuture<HttpResponse<String>>> posts =
          IntStream.range(0, 8)
              .mapToObj(i -> i % 4 == 0 ? HEAT.replace("Heat", "Hot") : HEAT)
              .map(
                  body ->
                      CompletableFuture.supplyAsync(
                          () -> send("POST", "/movies", body, "Idempotency-Key", key)))
              .toList();
      List<HttpResponse<String>> answers = posts.stream().map(CompletableFuture::join).toList();

      List<HttpResponse<String>> created =
          answers.stream().filter(answer -> answer.statusCode() == 201).toList();
      assertThat(created.size()).isIn(2, 6); // whichever body was first
      assertThat(created).extracting(HttpResponse::body).containsOnly(created.get(0).body());
      answers.stream()
          .filter(answer -> !created.contains(answer))
          .forEach(
              other -> assertProblem(other, 422, "urn:cinedex:problem:idempotency-key-reused"));
      delete(path(created.get(0)));
    }
  }
}
