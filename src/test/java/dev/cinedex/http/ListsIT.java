package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.link;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.put;
import static dev.cinedex.http.TestService.titles;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of movies as a client sees them. */
class ListsIT {
  private static final CqlSession SESSION = TestService.cassandra().connect();
  private static final String PARAMETER = "urn:cinedex:problem:invalid-parameter";

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".",
        "..",
        "%",
        "/",
        "\\",
        "AT&T + 50% {x}",
        "\u200b",
        "\ud83d\ude00",
        "a/../b",
        "=",
        "limit"
      })
  void everyNameIsReachedByAParameter(String name) {
    String title = UUID.randomUUID().toString();
    post(movie(title, "Reach", name));

    String list = "/lookups/movies_by_actor/movies?actor=" + encoded(name) + "&prefix=" + title;
    assertThat(titles(list)).containsExactly(title);
    assertThat(titles(String.valueOf(link(get(list), "self")))).containsExactly(title);
  }

  @Test
  void aListUnderAPathLinksToItselfInTheFormThatCarriesEveryName() {
    HttpResponse<String> list = get("/genres/No%20Such/movies?order=desc");

    assertThat(link(list, "self"))
        .isEqualTo("/lookups/movies_by_genre/movies?genre=No%20Such&order=desc");
    assertThat(link(list, "next")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order=desc                | d,cb,ca,b,a",
        "from=b                    | b,ca,cb,d",
        "to=cb                     | a,b,ca",
        "from=b&to=d               | b,ca,cb",
        "from=b&to=d&order=desc    | cb,ca,b",
        "prefix=c                  | ca,cb",
        "prefix=c&order=desc       | cb,ca",
        "prefix=                   | a,b,ca,cb,d",
        "from=d&to=a               | ''"
      })
  void aListHasAnOrderAndARange(String parameters, String expected) {
    String genre = "Ordered " + UUID.randomUUID();
    List.of("b", "a", "d", "cb", "ca").forEach(title -> post(movie(title, genre, "Nobody")));

    for (int limit : new int[] {1, 2, 200}) {
      List<String> titles = new ArrayList<>();
      String next = "/genres/" + encoded(genre) + "/movies?limit=" + limit + "&" + parameters;
      while (next != null) {
        HttpResponse<String> page = get(next);
        titles.addAll(titles(json(page)));
        next = link(page, "next");
      }
      assertThat(String.join(",", titles)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/genres/G/movies?order=up              | order: must be asc or desc",
        "/genres/G/movies?read=dirty            | read: must be indexed or verified",
        "/genres/G/movies?expand=all            | expand: must be movie",
        "/genres/G/movies?prefix=a&from=b       | prefix: cannot be combined with from or to",
        "/genres/G/movies?limit=1&limit=2       | limit: given 2 times; send it once",
        "/genres/G/movies?genre=x               | Unknown query parameter 'genre'. Allowed: limit,"
            + " ",
        "/lookups/movies_by_actor/movies        | actor: is missing. Lookup table movies_by_actor"
            + " is read by actor",
        "/lookups/movies_by_actor/movies?actor= | actor: is empty"
      })
  void aWrongParameterIsNamedWithWhatItMayBe(String path, String detail) {
    HttpResponse<String> refused = get(path);

    assertProblem(refused, 400, PARAMETER);
    assertThat(json(refused).get("detail").asText()).startsWith(detail);
  }

  @Test
  void anUndeclaredTableIsAProblemThatNamesTheDeclaredOnes() {
    HttpResponse<String> refused = get("/lookups/movies_by_mood/movies?mood=x");

    assertProblem(refused, 404, "urn:cinedex:problem:no-such-lookup");
    assertThat(json(refused).get("detail").asText()).contains("movies_by_actor", "movies_by_genre");
  }

  @Test
  void aCursorIsBoundToItsListAndSigned() {
    String genre = "Bound " + UUID.randomUUID();
    post(movie("a", genre, "Nobody"));
    post(movie("b", genre, "Nobody"));
    String list = "/genres/" + encoded(genre) + "/movies?limit=1";
    String cursor = json(get(list)).get("nextCursor").asText();

    assertThat(titles(list + "&read=verified&cursor=" + cursor)).containsExactly("b");
    assertProblem(get(list + "&order=desc&cursor=" + cursor), 400, PARAMETER);
    assertProblem(get(list + "&from=a&cursor=" + cursor), 400, PARAMETER);
    for (int i = 0; i < cursor.length(); i++) {
      char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
      String tampered = cursor.substring(0, i) + other + cursor.substring(i + 1);
      HttpResponse<String> answer = get(list + "&cursor=" + tampered);
      // the last character has bits that Base64 does not use
      assertThat(answer.statusCode())
          .isEqualTo(i == cursor.length() - 1 ? answer.statusCode() : 400);
    }
  }

  @Test
  void aVerifiedListLeavesOutStaleRowsAndFillsItsPages() {
    String actor = "Verified " + UUID.randomUUID();
    String path = "/actors/" + encoded(actor) + "/movies?limit=2";
    List<String> ids = new ArrayList<>();
    for (String title : List.of("a", "b", "c")) {
      ids.add(json(post(movie(title, "Verify", actor))).get("id").asText());
    }
    plant(actor, "aa", UUID.fromString(ids.get(0))); // an old title
    plant(actor, "ab", UUID.randomUUID()); // of no movie
    SESSION.execute(
        "UPDATE movies_by_actor SET release_year = 1900 WHERE actor = ? AND title = 'b' AND"
            + " movie_id = ?",
        actor,
        UUID.fromString(ids.get(1)));

    assertThat(titles(path)).containsExactly("a", "aa");
    JsonNode verified = json(get(path + "&read=verified"));
    assertThat(titles(verified)).containsExactly("a", "b");
    assertThat(verified.get("omitted").asInt()).isEqualTo(2);
    assertThat(verified.get("items").get(1).get("releaseYear").asInt()).isEqualTo(2000);
    assertThat(verified.get("items").get(1).has("version")).isTrue();
    String next = String.valueOf(link(get(path + "&read=verified"), "next"));
    assertThat(titles(next)).containsExactly("c");

    SESSION.execute("DELETE FROM movies_by_actor WHERE actor = ?", actor);
    for (String id : ids) {
      TestService.delete("/movies/" + id);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"indexed", "verified"})
  void anExpandedListHasCompleteMovies(String read) {
    String actor = "Expanded " + UUID.randomUUID();
    JsonNode created = json(post(movie("a", "Expand", actor)));
    String id = created.get("id").asText();

    String path = "/actors/" + encoded(actor) + "/movies?expand=movie&read=" + read;
    assertThat(json(get(path)).get("items").get(0)).isEqualTo(json(get("/movies/" + id)));

    // without its row in the fact table the ledger has it
    SESSION.execute(
        "DELETE FROM movies_by_genre WHERE genre = 'Expand' AND bucket IN (0, 1, 2, 3)");
    assertThat(json(get(path)).get("items").get(0)).isEqualTo(json(get("/movies/" + id)));
    put("/movies/" + id, movie("b", "Expand", actor));
  }

  private static void plant(String actor, String title, UUID id) {
    SESSION.execute(
        "INSERT INTO movies_by_actor (actor, title, movie_id, release_year, genres, actors,"
            + " version) VALUES (?, ?, ?, 2000, {'x'}, ['x'], 1)",
        actor,
        title,
        id);
  }

  private static String movie(String title, String genre, String actor) {
    return quoted(
            "{'title':'%s','releaseYear':2000,'genres':['%s'],'actors':['%s'],'synopsis':'s'}")
        .formatted(title, genre, actor.replace("\\", "\\\\"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
