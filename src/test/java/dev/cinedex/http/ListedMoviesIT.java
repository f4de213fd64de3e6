package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.put;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.http.TestService.titles;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.text.Utf8Order;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Movies are found by genre and by actor, whatever their names. */
class ListedMoviesIT {
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
  void aGenreListsCompleteMoviesAndAnActorWhatAListNeeds() {
    post(HEAT.replace("Crime", "Shapes").replace("Val Kilmer", "Shape Actor"));

    JsonNode byGenre = json(get("/genres/Shapes/movies")).get("items").get(0);
    JsonNode byActor = json(get("/actors/Shape%20Actor/movies")).get("items").get(0);

    assertThat(byGenre).isEqualTo(json(get("/movies/" + byGenre.get("id").asText())));
    assertThat(byActor.properties().stream().map(Map.Entry::getKey))
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

  @Test
  void aForgedCursorIsRefused() {
    for (String after : List.of("[null,'%s']", "['\\ud800','%s']", "['t','x']", "['t']")) {
      String cursor =
          quoted("{'table':'movies_by_genre','partition':['G'],'after':%s}".formatted(after))
              .formatted(UUID.randomUUID());
      String encoded =
          Base64.getUrlEncoder().encodeToString(cursor.getBytes(StandardCharsets.UTF_8));
      assertProblem(
          get("/genres/G/movies?cursor=" + encoded), 400, "urn:cinedex:problem:invalid-parameter");
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
    String escaped = name.replace("\\", "\\\\").replace("\"", "\\\"");
    byte[] body =
        HEAT.replace("Al Pacino", escaped)
            .replace("Crime", escaped)
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

  @Test
  void genresAreCountedWithTheTimeOfTheCount() {
    String genre = "Counted " + UUID.randomUUID();
    for (int i = 0; i < 7; i++) {
      put("/movies/" + UUID.randomUUID(), HEAT.replace("Crime", genre));
    }

    JsonNode genres =
        await().until(() -> json(get("/genres")), found -> found.toString().contains(genre));

    assertThat(genres.get("items").toString())
        .contains("{\"genre\":\"" + genre + "\",\"movies\":7}");
    assertThat(genres.get("items").findValuesAsText("genre"))
        .isSortedAccordingTo(Utf8Order.COMPARATOR);
    assertThat(genres.get("counted").get("table").asText()).isEqualTo("movies_by_genre");
    assertThat(genres.get("counted").get("from").asText())
        .isLessThan(genres.get("counted").get("to").asText());
  }
}
