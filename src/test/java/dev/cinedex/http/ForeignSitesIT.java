package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.raw;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a web page of another site can do through the browser of somebody who is near. */
class ForeignSitesIT {
  private static final String MOVIE =
      quoted("{'title':'Forged','releaseYear':2000,'genres':['Forgery']}");

  @ParameterizedTest
  @ValueSource(strings = {"/lookups", "/docs", "/docs/start.js", "/nowhere"})
  void anUnknownHostIsRefused(String path) throws IOException {
    String answer = raw(request("GET " + path, "Host: evil.example.org:8080", ""));

    assertThat(answer)
        .startsWith("HTTP/1.1 400 ")
        .contains("urn:cinedex:problem:unknown-host", "'evil.example.org'", "server.allowedHosts");
  }

  @Test
  void aWriteForAnUnknownHostWritesNothing() throws IOException {
    String answer =
        raw(
            request(
                "POST /movies",
                "Host: evil.example.org\r\n" + "Content-Type: application/json",
                MOVIE));

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("unknown-host");
    assertThat(get("/genres/Forgery/movies").body()).contains("\"items\":[]");
  }

  @ParameterizedTest
  @CsvSource({
    "POST,   /movies",
    "PUT,    /movies/4f0cc7b6-45ba-4a12-8bf6-c5a45815028c",
    "PATCH,  /movies/4f0cc7b6-45ba-4a12-8bf6-c5a45815028c",
    "DELETE, /movies/4f0cc7b6-45ba-4a12-8bf6-c5a45815028c",
    "POST,   /lookups/movies_by_actor/jobs",
    "DELETE, /lookups/movies_by_actor",
    "PATCH,  /lookups/movies_by_actor"
  })
  void aCrossSiteWriteIsRefused(String method, String path) {
    HttpResponse<String> answer = send(method, path, MOVIE, "Sec-Fetch-Site", "cross-site");

    assertProblem(answer, 403, "urn:cinedex:problem:cross-site");
    assertThat(get("/genres/Forgery/movies").body()).contains("\"items\":[]");
  }

  @Test
  void aPageOfThisServiceMayWriteAndAnyPageMayRead() {
    assertThat(
            send("POST", "/movies?dryRun=true", MOVIE, "Sec-Fetch-Site", "same-origin")
                .statusCode())
        .isEqualTo(200);
    assertThat(send("GET", "/lookups", "", "Sec-Fetch-Site", "cross-site").statusCode())
        .isEqualTo(200);
  }

  @Test
  void aBodyWithoutAContentTypeIsRefused() throws IOException {
    assertNoContentType(raw(request("POST /movies", "Host: localhost", MOVIE)));
    assertNoContentType(
        raw(
            "POST /movies HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
                .formatted(MOVIE.length(), MOVIE)));
    assertThat(get("/genres/Forgery/movies").body()).contains("\"items\":[]");
  }

  @Test
  void aBodyThatNobodyReadsNeedsAContentTypeToo() throws IOException {
    String path = "/movies/4f0cc7b6-45ba-4a12-8bf6-c5a45815028c";

    assertNoContentType(raw(request("DELETE " + path, "Host: localhost", "{}")));
    assertNoContentType(raw(request("POST " + path + "/rows", "Host: localhost", "{}")));
    assertThat(raw(request("DELETE " + path, "Host: localhost", ""))).startsWith("HTTP/1.1 404 ");
  }

  @Test
  void aBodyOfNoBytesNeedsNone() throws IOException {
    String answer =
        raw(
            "DELETE /movies/4f0cc7b6-45ba-4a12-8bf6-c5a45815028c HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 404 ");
  }

  private static void assertNoContentType(String answer) {
    assertThat(answer).startsWith("HTTP/1.1 415 ").contains("Content-Type: missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/lookups",
        "/nowhere",
        "/movies/x",
        "/docs",
        "/docs/start.js",
        "/docs/nowhere",
        "/openapi.yaml"
      })
  void everyAnswerTellsBrowsersWhatItIsNotFor(String path) throws IOException {
    assertHeaders(raw(request("GET " + path, "Host: localhost", "")));
  }

  @Test
  void anAnswerOfJettyHasTheHeadersToo() throws IOException {
    String answer = raw("GET /lookups HTTP/1.1\r\nHost: localhost\r\nA: \0\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 400 ");
    assertHeaders(answer);
  }

  private static void assertHeaders(String answer) {
    assertThat(answer.split("\r\n\r\n", 2)[0])
        .contains("X-Content-Type-Options: nosniff")
        .contains("Referrer-Policy: no-referrer")
        .contains("frame-ancestors 'none'")
        .contains("script-src 'self';");
  }

  @Test
  void rangesWithoutEndAreRefused() throws IOException {
    String ranges = "bytes=" + "0-,".repeat(780) + "0-";
    String answer =
        raw(
            request(
                "GET /docs/ui/swagger-ui-bundle.js", "Host: localhost\r\nRange: " + ranges, ""));

    assertThat(answer).startsWith("HTTP/1.1 416 ").contains("ask for one range");
    assertThat(answer.length()).isLessThan(2_000);
  }

  @Test
  void oneRangeIsAnswered() throws IOException {
    String answer = raw(request("GET /docs/start.js", "Host: localhost\r\nRange: bytes=0-14", ""));

    assertThat(answer)
        .startsWith("HTTP/1.1 206 ")
        .contains("Content-Range: bytes 0-14/")
        .endsWith("\r\n\r\nSwaggerUIBundle");
  }

  @Test
  void aPageThatDidNotChangeIsNotSentAgain() {
    String tag = get("/docs/start.js").headers().firstValue("ETag").orElseThrow();

    assertThat(send("GET", "/docs/start.js", "", "If-None-Match", tag).statusCode()).isEqualTo(304);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/metrics", "/healthcheck", "/ping"})
  void theAdminPortAnswersThree(String path) throws IOException {
    String answer = TestService.rawAdmin(request("GET " + path, "Host: localhost", ""));

    assertThat(answer).startsWith("HTTP/1.1 200 ");
    assertHeaders(answer);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,  /",
    "GET,  /pprof?duration=1",
    "GET,  /threads",
    "POST, /tasks/gc",
    "POST, /tasks/log-level?logger=x",
    "GET,  /healthcheck/../threads",
    "GET,  /metrics/x"
  })
  void theToolsOfTheAdminPortAreShut(String method, String path) throws IOException {
    String answer = TestService.rawAdmin(request(method + " " + path, "Host: localhost", ""));

    assertThat(answer).containsPattern("^HTTP/1.1 (403|400) ").contains("application/problem+json");
  }

  @Test
  void theAdminPortAnswersForItsOwnNamesAlone() throws IOException {
    assertThat(TestService.rawAdmin(request("GET /metrics", "Host: evil.example.org", "")))
        .startsWith("HTTP/1.1 400 ")
        .contains("unknown-host");
  }

  private static String request(String line, String headers, String body) {
    return "%s HTTP/1.1\r\n%s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(line, headers, body.length(), body);
  }
}
