package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.path;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.raw;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every refusal is a problem that says what is wrong. */
class ProblemsIT {
  private static final String HEAT =
      """
      {"title":"Heat","releaseYear":1995,"genres":["Crime","Thriller"],"actors":["Al Pacino"],"synopsis":"s"}\
      """;
  private static final String PARAMETER = "urn:cinedex:problem:invalid-parameter";

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
    assertProblem(send(method, path, body == null ? "" : quoted(body)), status, type);
  }

  @Test
  void aFieldErrorNamesPathAndReason() {
    JsonNode problem =
        json(
            post(
                quoted(
                    "{'title':'','releaseYear':1995,'genres':['g'],'actors':['a',''],'rating':1}")));
    assertThat(problem.get("errors").toString())
        .contains("rating", "is not known; known: actors, directors");

    problem =
        json(post(quoted("{'title':'','releaseYear':1995,'genres':['g'],'actors':['a','']}")));
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
  void aBodyThatIsTooLargeIsRefused() {
    assertProblem(post(" ".repeat((1 << 20) + 1)), 413, "about:blank");
  }

  @RepeatedTest(10)
  void aBodyThatIsMuchTooLargeIsRefusedEachTime() {
    assertProblem(post(" ".repeat(8 << 20)), 413, "about:blank");
  }

  @Test
  void malformedJsonIsRefusedWithItsPlace() {
    HttpResponse<String> refused = post(quoted("{'title':'Heat',\n  'releaseYear':}"));

    assertProblem(refused, 400, "urn:cinedex:problem:malformed-json");
    assertThat(json(refused).get("detail").asText()).contains("(line 2, column 17)");
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE,?dryrun=true",
    "PUT,?dryRun=true&dryRun=false",
    "PUT,?dryRun=yes",
    "GET,?expand=movie",
    "GET,/rows?search=all"
  })
  void anUnknownParameterIsRefused(String method, String query) {
    String path = path(post(HEAT));

    assertProblem(send(method, path + query, method.equals("PUT") ? HEAT : ""), 400, PARAMETER);
    assertThat(get(path).statusCode()).isEqualTo(200);
  }

  @Test
  void aContentTypeWithAQualityIsRefused() {
    assertProblem(
        send("GET", "/genres", "", "Content-Type", "application/json;q=x"), 400, "about:blank");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "identity, gzip"})
  void anEncodedBodyIsRefused(String encoding) {
    assertProblem(
        send("PUT", "/movies/" + UUID.randomUUID(), HEAT, "Content-Encoding", encoding),
        415,
        "about:blank");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/nowhere                                           | Unknown path. See /docs",
        "/genres?x=1                                        | Unknown query parameter 'x'. Allowed:"
            + " none",
        "/lookups/movies_by_actor/movies?actor=A&x=1        | Allowed: actor, limit, ",
        "/lookups/movies_by_actor/movies?actor=%FF          | The query is not UTF-8"
      })
  void aRefusalNamesTheAlternatives(String path, String detail) {
    assertThat(json(get(path)).get("detail").asText()).contains(detail);
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
  void anUnknownMethodIsAnsweredWithTheKnownOnes(String method, String path, String methods) {
    HttpResponse<String> refused = send(method, path, "");

    assertProblem(refused, 405, "about:blank");
    assertThat(refused.headers().firstValue("Allow").orElseThrow().split(",\\s*"))
        .containsExactlyInAnyOrder(methods.split(", "));
  }

  /** What Jetty refuses before anything of ours has seen it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /genres/%zz/movies HTTP/1.1            | Host: localhost          | 400",
        "GET /genres/%C3%28/movies HTTP/1.1         | Host: localhost          | 400",
        "GET /genres/Drama/movies?limit=%zz HTTP/1.1| Host: localhost          | 400",
        "GET /movies/1 HTTP/9.9                     | Host: localhost          | 505",
        "GET /movies/1 HTTP/1.1                     | X: no host       | 400",
        "GET /movies/1 HTTP/1.1                     | {long}           | 431",
        "GET /{long} HTTP/1.1                       | Host: localhost          | 414",
        "GET nowhere HTTP/1.1                       | Host: localhost          | 400",
        "GET /movies/1 HTTP/1.1                     | Bad Header: x    | 400",
        "POST /movies HTTP/1.1                      | Content-Length: x| 400",
        "BREW /movies HTTP/1.1                      | Host: localhost          | 405",
        "TRACE /movies HTTP/1.1                     | Host: localhost          | 405",
        "GET /docs/../../etc/passwd HTTP/1.1        | Host: localhost          | 400",
        "GET /docs/nowhere.js HTTP/1.1              | Host: localhost          | 404"
      })
  void aRefusalByTheServerItselfIsAProblem(String line, String header, int status)
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

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }
}
