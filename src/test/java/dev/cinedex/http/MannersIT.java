package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.path;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.put;
import static dev.cinedex.http.TestService.raw;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.http.TestService.tag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.text.Utf8Order;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of HTTP expect anywhere. */
class MannersIT {
  private static final String HEAT =
      "{'title':'Heat','releaseYear':1995,'genres':['Manners'],'actors':['Al Pacino'],'synopsis':'s'}";
  private static final String PARAMETER = "urn:cinedex:problem:invalid-parameter";

  @Test
  void aClientThatPrefersSoIsSpared() {
    String path = "/movies/" + UUID.randomUUID();
    HttpResponse<String> created = minimal("PUT", path, HEAT);
    HttpResponse<String> replaced = minimal("PUT", path, HEAT.replace("1995", "1996"));
    HttpResponse<String> patched = minimal("PATCH", path, "{'releaseYear':1997}");
    HttpResponse<String> posted = minimal("POST", "/movies", HEAT);

    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(replaced.statusCode()).isEqualTo(204);
    assertThat(patched.statusCode()).isEqualTo(204);
    assertThat(posted.statusCode()).isEqualTo(201);
    assertThat(posted.headers().firstValue("Location")).isPresent();
    for (HttpResponse<String> written : List.of(created, replaced, patched, posted)) {
      assertThat(written.body()).isEmpty();
      assertThat(written.headers().firstValue("Preference-Applied")).hasValue("return=minimal");
      assertThat(tag(written)).isNotBlank();
    }
    assertThat(tag(get(path))).isEqualTo(tag(patched));
    assertThat(minimal("GET", path, "").body()).contains("Heat");
    assertThat(minimal("PUT", path + "?dryRun=true", HEAT).body()).contains("effect");
    assertProblem(minimal("POST", "/movies", "{}"), 422, "urn:cinedex:problem:invalid-movie");
  }

  @ParameterizedTest
  @ValueSource(strings = {"respond-async, return=\"minimal\"; x=1", "Return=Minimal"})
  void aPreferenceIsReadAsTheStandardWritesIt(String preference) {
    assertThat(send("POST", "/movies", HEAT, "Prefer", preference).body()).isEmpty();
  }

  @Test
  void anotherPreferenceIsIgnored() {
    assertThat(send("POST", "/movies", HEAT, "Prefer", "return=representation").body())
        .contains("Heat");
  }

  /** Many clients send the headers, and then the body; an answer between the two loses the next. */
  @ParameterizedTest
  @CsvSource({
    "PATCH, /movies/f0b70336-bc30-5a9f-bb64-65607359f0c5, Content-Type: text/plain, 415",
    "POST, /movies, Accept: text/csv, 406",
    "POST, /nowhere, Accept: */*, 404",
    "PUT, /docs/ui/x, Accept: */*, 405"
  })
  void aConnectionOutlivesARefusalBeforeTheBody(
      String method, String path, String header, int status) throws Exception {
    try (HttpConnection connection = TestService.connection()) {
      connection.begin(
          "%s %s HTTP/1.1\r\nHost: x\r\n%s\r\nContent-Length: 2\r\n\r\n"
              .formatted(method, path, header));
      Thread.sleep(200);
      Answer refused = connection.send("{}");
      assertThat(refused.status()).isEqualTo(status);
      assertThat(refused.kept()).isTrue();
      Thread.sleep(50);
      assertThat(connection.send("GET /genres HTTP/1.1\r\nHost: x\r\n\r\n").status())
          .isEqualTo(200);
    }
  }

  @RepeatedTest(10)
  void aBodyThatIsMuchTooLargeIsAnswered() {
    assertProblem(post(" ".repeat(8 << 20)), 413, "about:blank");
  }

  @Test
  void headIsGetWithoutTheBody() {
    String path = path(post(HEAT));
    for (String each : new String[] {path, "/genres/Manners/movies?limit=1", "/genres"}) {
      HttpResponse<String> get = get(each);
      HttpResponse<String> head = send("HEAD", each, "");

      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.body()).isEmpty();
      for (String header : new String[] {"Content-Type", "ETag", "Link", "Cache-Control"}) {
        assertThat(head.headers().allValues(header)).isEqualTo(get.headers().allValues(header));
      }
    }
    assertThat(send("HEAD", "/movies/" + UUID.randomUUID(), "").statusCode()).isEqualTo(404);
    for (String large : new String[] {"/openapi.json", "/docs/ui/swagger-ui.css"}) {
      int length = get(large).body().length();
      assertThat(length).isGreaterThan(1 << 14);
      assertThat(send("HEAD", large, "").headers().firstValue("Content-Length"))
          .as(large)
          .isNotEqualTo(Optional.of("0"));
    }
    HttpResponse<String> stream =
        send("HEAD", "/genres/Manners/movies", "", "Accept", "application/x-ndjson");
    assertThat(stream.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/movies                                            | POST,OPTIONS",
        "/movies/f0b70336-bc30-5a9f-bb64-65607359f0c5       | DELETE,GET,HEAD,OPTIONS,PATCH,PUT",
        "/genres/Drama/movies                               | GET,HEAD,OPTIONS"
      })
  void optionsNamesTheMethods(String path, String methods) {
    HttpResponse<String> options = send("OPTIONS", path, "");

    assertThat(options.statusCode()).isIn(200, 204);
    assertThat(options.headers().firstValue("Allow").orElseThrow().split(","))
        .containsExactlyInAnyOrder(methods.split(","));
    assertThat(options.headers().firstValue("Accept-Patch").isPresent())
        .isEqualTo(methods.contains("PATCH"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE | /genres     | GET, HEAD, OPTIONS",
        "GET    | /movies     | OPTIONS, POST",
        "POST   | /docs       | GET, HEAD, OPTIONS",
        "PUT    | /docs/ui/x  | GET, HEAD, OPTIONS"
      })
  void aMethodThatAPathLacksIsAnsweredByThoseItHas(String method, String path, String methods) {
    HttpResponse<String> refused = send(method, path, "");

    assertProblem(refused, 405, "about:blank");
    assertThat(refused.headers().firstValue("Allow").orElseThrow().split(",\\s*"))
        .containsExactlyInAnyOrder(methods.split(", "));
  }

  @Test
  void thePageWithTheDocumentHasNoTrace() {
    assertThat(send("OPTIONS", "/docs", "").headers().firstValue("Allow").orElseThrow())
        .doesNotContain("TRACE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/nowhere                                           | Unknown path. See /docs",
        "/genres?x=1                                        | Unknown query parameter 'x'. Allowed: none",
        "/lookups/movies_by_actor/movies?actor=A&x=1        | Allowed: actor, limit, ",
        "/lookups/movies_by_actor/movies?actor=%FF          | The query is not UTF-8"
      })
  void aRefusalSaysWhatThereIs(String path, String detail) {
    assertThat(json(get(path)).get("detail").asText()).contains(detail);
  }

  @Test
  void anAnswerMayBeKeptOnlyToBeAskedForAgain() {
    HttpResponse<String> created = post(HEAT);

    assertThat(cacheControl(created)).isEqualTo("no-store");
    assertThat(cacheControl(get(path(created)))).isEqualTo("no-cache");
    assertThat(cacheControl(send("GET", path(created), "", "If-None-Match", tag(created))))
        .isEqualTo("no-cache");
    assertThat(cacheControl(get("/genres/Manners/movies"))).isEqualTo("no-cache");
    assertThat(cacheControl(get("/movies/" + UUID.randomUUID()))).isEqualTo("no-store");
  }

  @Test
  void anAnswerIsCompressedForWhoAsksAndItsTagStillMatches() throws IOException {
    String path = path(post(HEAT.replace("'s'", "'" + "story ".repeat(200) + "'")));

    String answer = raw("GET %s HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n".formatted(path));
    assertThat(answer).contains("Content-Encoding: gzip");
    byte[] compressed = body(answer).getBytes(StandardCharsets.ISO_8859_1);
    String body =
        new String(
            new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes(),
            StandardCharsets.UTF_8);
    assertThat(body).isEqualTo(get(path).body());

    String tag = answer.replaceAll("(?s).*ETag: (\\S+).*", "$1");
    HttpResponse<String> unchanged =
        send("GET", path, "", "If-None-Match", tag, "Accept-Encoding", "gzip");
    assertThat(unchanged.statusCode()).isEqualTo(304);
    assertThat(send("PUT", path, HEAT, "If-Match", tag).statusCode()).isEqualTo(200);
    assertThat(send("PUT", path, HEAT.replace("1995", "1990"), "If-Match", tag).statusCode())
        .isEqualTo(412);
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

  @Test
  void aContentTypeWithAQualityIsRefused() {
    assertProblem(
        send("GET", "/genres", "", "Content-Type", "application/json;q=x"), 400, "about:blank");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*                                        | application/json",
        "application/x-ndjson                       | application/x-ndjson",
        "Application/X-NDJSON                       | application/x-ndjson",
        "application/json, application/x-ndjson;q=0.1 | application/json",
        "application/json;q=0.1, application/x-ndjson | application/x-ndjson",
        "text/html, */*;q=0.1                       | application/json"
      })
  void aListComesInTheFormThatIsAskedFor(String accept, String type) {
    HttpResponse<String> list =
        send("GET", "/genres/Manners/movies", "", "Accept", accept, "Accept-Language", "en_US");

    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.headers().firstValue("Content-Type")).hasValue(type);
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE,?dryrun=true",
    "PUT,?dryRun=true&dryRun=false",
    "PUT,?dryRun=yes",
    "GET,?expand=movie",
    "GET,/rows?search=all"
  })
  void anUnknownParameterIsNotPassedOver(String method, String query) {
    String path = path(post(HEAT));

    assertProblem(send(method, path + query, method.equals("PUT") ? HEAT : ""), 400, PARAMETER);
    assertThat(get(path).statusCode()).isEqualTo(200);
  }

  /** What Jetty refuses before anything of ours has seen it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /genres/%zz/movies HTTP/1.1            | Host: x          | 400",
        "GET /genres/%C3%28/movies HTTP/1.1         | Host: x          | 400",
        "GET /genres/Drama/movies?limit=%zz HTTP/1.1| Host: x          | 400",
        "GET /movies/1 HTTP/9.9                     | Host: x          | 505",
        "GET /movies/1 HTTP/1.1                     | X: no host       | 400",
        "GET /movies/1 HTTP/1.1                     | {long}           | 431",
        "GET /{long} HTTP/1.1                       | Host: x          | 414",
        "GET nowhere HTTP/1.1                       | Host: x          | 400",
        "GET /movies/1 HTTP/1.1                     | Bad Header: x    | 400",
        "POST /movies HTTP/1.1                      | Content-Length: x| 400",
        "BREW /movies HTTP/1.1                      | Host: x          | 405",
        "TRACE /movies HTTP/1.1                     | Host: x          | 405",
        "GET /docs/../../etc/passwd HTTP/1.1        | Host: x          | 400",
        "GET /docs/nowhere.js HTTP/1.1              | Host: x          | 404"
      })
  void whatTheServerItselfRefusesIsAProblem(String line, String header, int status)
      throws IOException {
    String request = (line + "\r\n" + header).replace("{long}", "x".repeat(9000));
    String answer = raw(request + "\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    assertThat(answer).contains("Content-Type: application/problem+json");
    JsonNode problem = json(body(answer));
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("type").asText()).isNotBlank();
    assertThat(problem.get("detail").asText()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "identity, gzip"})
  void anEncodedBodyIsRefused(String encoding) {
    assertProblem(
        send("PUT", "/movies/" + UUID.randomUUID(), HEAT, "Content-Encoding", encoding),
        415,
        "about:blank");
  }

  @Test
  void malformedJsonIsRefusedWithItsPlace() {
    HttpResponse<String> refused = post("{'title':'Heat',\n  'releaseYear':}");

    assertProblem(refused, 400, "urn:cinedex:problem:malformed-json");
    assertThat(json(refused).get("detail").asText()).contains("(line 2, column 17)");
  }

  @Test
  void genresAreCountedAndSayHow() {
    String genre = "Counted " + UUID.randomUUID();
    for (int i = 0; i < 7; i++) {
      put("/movies/" + UUID.randomUUID(), HEAT.replace("Manners", genre));
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

  private static HttpResponse<String> minimal(String method, String path, String body) {
    return send(method, path, body, "Prefer", "return=minimal");
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  private static String cacheControl(HttpResponse<String> response) {
    return response.headers().firstValue("Cache-Control").orElseThrow();
  }
}
