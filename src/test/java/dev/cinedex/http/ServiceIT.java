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
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.Tables;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The service as a client sees it, with the shipped configuration. */
class ServiceIT {
  private static final String HEAT =
      "{'title':'Heat','releaseYear':1995,'genres':['Crime','Thriller'],'actors':['Al Pacino','Val Kilmer'],'synopsis':'s'}";

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    try (CqlSession session = TestService.cassandra().connect()) {
      InStep.assertInStep(session, Tables.shipped());
    }
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
    String withId = HEAT.replace("{'title'", "{'id':'" + id + "','title'");
    HttpResponse<String> first = post(withId);

    HttpResponse<String> same = post(withId);
    HttpResponse<String> other = post(withId.replace("1995", "1996"));

    assertThat(same.statusCode()).isEqualTo(200);
    assertThat(tag(same)).isEqualTo(tag(first));
    assertProblem(other, 409, "urn:cinedex:problem:movie-exists");
  }

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
        .forEach(other -> assertProblem(other, 422, "urn:cinedex:problem:idempotency-key-reused"));
    delete(path(created.get(0)));
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
  void aPatchChangesWhatItNames() {
    String path = path(post(HEAT));

    HttpResponse<String> patched =
        send(
            "PATCH",
            path,
            "{'title':'Heat 2','synopsis':null}",
            "Content-Type",
            "application/merge-patch+json");

    assertThat(patched.statusCode()).isEqualTo(200);
    assertThat(json(patched).get("title").asText()).isEqualTo("Heat 2");
    assertThat(json(patched).has("synopsis")).isFalse();
    assertThat(json(patched).get("actors")).hasSize(2);
    assertProblem(send("PATCH", path, "{'title':null}"), 422, "urn:cinedex:problem:invalid-movie");
    assertProblem(
        send("PATCH", path, "{'id':'" + UUID.randomUUID() + "'}"),
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

  @Test
  void aGenreListsCompleteMoviesAndAnActorWhatAListNeeds() {
    post(HEAT.replace("Crime", "Shapes").replace("Val Kilmer", "Shape Actor"));

    JsonNode byGenre = json(get("/genres/Shapes/movies")).get("items").get(0);
    JsonNode byActor = json(get("/actors/Shape%20Actor/movies")).get("items").get(0);

    assertThat(byGenre).isEqualTo(json(get("/movies/" + byGenre.get("id").asText())));
    assertThat(byActor.properties().stream().map(java.util.Map.Entry::getKey))
        .containsExactly("id", "title", "releaseYear", "genres", "actors");
  }

  @Test
  void aListIsPagedInTheOrderOfTitlesAcrossBuckets() {
    List<String> expected =
        IntStream.range(0, 25).mapToObj(i -> "Movie %02d".formatted(i)).toList();
    expected.forEach(title -> post(HEAT.replace("Crime", "Paged").replace("Heat", title)));

    List<String> titles = new ArrayList<>();
    String next = "/genres/Paged/movies?limit=4";
    while (next != null) {
      HttpResponse<String> page = get(next);
      titles.addAll(titles(json(page)));
      next = TestService.link(page, "next");
      assertThat(json(page).has("nextCursor")).isEqualTo(next != null);
    }

    assertThat(titles).isEqualTo(expected);
    assertThat(titles("/genres/Paged/movies")).isEqualTo(expected.subList(0, 20));
  }

  @Test
  void aCursorOfAnotherListIsRefused() {
    post(HEAT.replace("Crime", "Cursor"));
    post(HEAT.replace("Crime", "Cursor"));
    String cursor = json(get("/genres/Cursor/movies?limit=1")).get("nextCursor").asText();

    assertThat(titles("/genres/Cursor/movies?cursor=" + cursor)).hasSize(1);
    for (String list : List.of("/genres/Crime/movies", "/actors/Cursor/movies")) {
      assertProblem(get(list + "?cursor=" + cursor), 400, "urn:cinedex:problem:invalid-parameter");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AC/DC",
        "100%",
        "50%25",
        "Conan \"O'Brien\"",
        "a b",
        "a+b",
        "三船 敏郎",
        "😀",
        "a\\b",
        "a;b=c",
        "?x=1&y#z",
        "//",
        "%2F",
        "..x",
        "é"
      })
  void anyNameWorksInAPath(String name) {
    String quoted = name.replace("\\", "\\\\").replace("\"", "\\\"");
    byte[] body =
        HEAT.replace('\'', '"')
            .replace("Al Pacino", quoted)
            .replace("Crime", quoted)
            .getBytes(StandardCharsets.UTF_8);
    HttpResponse<String> created = send("POST", "/movies", body);
    assertThat(created.statusCode()).isEqualTo(201);

    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    assertThat(titles("/actors/" + encoded + "/movies")).containsExactly("Heat");
    assertThat(titles("/genres/" + encoded + "/movies")).containsExactly("Heat");
  }

  @Test
  void aDecomposedNameFindsTheComposedOne() {
    post(HEAT.replace("Al Pacino", "Ame\u0301lie"));

    assertThat(titles("/actors/Am%C3%A9lie/movies")).containsExactly("Heat");
    assertThat(titles("/actors/Ame%CC%81lie/movies")).containsExactly("Heat");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | /nowhere                        |             | 404 | about:blank
          DELETE | /movies                         |             | 405 | about:blank
          POST   | /movies                         | {'title'    | 400 | urn:cinedex:problem:malformed-json
          POST   | /movies                         | []          | 400 | urn:cinedex:problem:malformed-json
          POST   | /movies                         | {}          | 422 | urn:cinedex:problem:invalid-movie
          GET    | /movies/42                      |             | 400 | urn:cinedex:problem:invalid-parameter
          GET    | /movies/1-1-1-1-1               |             | 400 | urn:cinedex:problem:invalid-parameter
          GET    | /genres/Drama/movies?limit=0    |             | 400 | urn:cinedex:problem:invalid-parameter
          GET    | /genres/Drama/movies?limit=201  |             | 400 | urn:cinedex:problem:invalid-parameter
          GET    | /genres/Drama/movies?limit=x    |             | 400 | urn:cinedex:problem:invalid-parameter
          GET    | /genres/Drama/movies?cursor=x   |             | 400 | urn:cinedex:problem:invalid-parameter
          GET    | /actors/%20/movies              |             | 400 | urn:cinedex:problem:invalid-parameter
          POST   | /movies                         | {'title':'t','releaseYear':99999999999999999999,'genres':['g']} | 422 | urn:cinedex:problem:invalid-movie
          """)
  void everyErrorIsAProblem(String method, String path, String body, int status, String type) {
    assertProblem(send(method, path, body == null ? "" : body), status, type);
  }

  @Test
  void aFieldErrorNamesPathAndReason() {
    JsonNode problem =
        json(post("{'title':'','releaseYear':1995,'genres':['g'],'actors':['a',''],'rating':1}"));
    assertThat(problem.get("errors").toString())
        .contains("rating", "is not known; known: actors, directors");

    problem = json(post("{'title':'','releaseYear':1995,'genres':['g'],'actors':['a','']}"));
    assertThat(problem.get("errors").findValuesAsText("path"))
        .containsExactly("actors[1]", "title");
    assertThat(problem.get("errors").get(0).get("reason").asText()).isNotBlank();
  }

  @Test
  void anotherMediaTypeIsRefused() {
    assertProblem(send("POST", "/movies", HEAT, "Content-Type", "text/plain"), 415, "about:blank");
    assertProblem(
        send("GET", "/genres/Drama/movies", "", "Accept", "text/csv"), 406, "about:blank");
  }

  @Test
  void anEntityTagWithoutQuotesIsRefused() {
    HttpResponse<String> first = post(HEAT);

    assertProblem(send("PUT", path(first), HEAT, "If-Match", "12"), 400, "about:blank");
  }

  @Test
  void aForgedCursorIsRefused() {
    for (String after : List.of("[null,'%s']", "['\\ud800','%s']", "['t','x']", "['t']")) {
      String cursor =
          "{'table':'movies_by_genre','partition':['G'],'after':%s}"
              .formatted(after.formatted(UUID.randomUUID()))
              .replace('\'', '"');
      String encoded =
          java.util.Base64.getUrlEncoder().encodeToString(cursor.getBytes(StandardCharsets.UTF_8));
      assertProblem(
          get("/genres/G/movies?cursor=" + encoded), 400, "urn:cinedex:problem:invalid-parameter");
    }
  }

  @Test
  void aBodyThatIsTooLargeIsRefused() {
    assertProblem(post(" ".repeat((1 << 20) + 1)), 413, "about:blank");
  }

  @Test
  void theServiceIsHealthyWhileCassandraAnswers() {
    HttpResponse<String> health = TestService.health();

    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(json(health).get("cassandra").get("healthy").asBoolean()).isTrue();
    assertThat(json(health).get("clock").get("message").asText()).contains("cluster's clock");
  }
}
