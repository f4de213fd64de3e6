package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.path;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.raw;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.http.TestService.tag;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.http.HttpConnection.Answer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The service does what clients of HTTP expect anywhere. */
class MannersIT {
  private static final String HEAT =
      """
      {"title":"Heat","releaseYear":1995,"genres":["Manners"],"actors":["Al Pacino"],"synopsis":"s"}\
      """;

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

  @Test
  void thePageWithTheDocumentHasNoTrace() {
    assertThat(send("OPTIONS", "/docs", "").headers().firstValue("Allow").orElseThrow())
        .doesNotContain("TRACE");
  }

  @Test
  void anAnswerMustBeRevalidatedBeforeItIsReused() {
    HttpResponse<String> created = post(HEAT);

    assertThat(cacheControl(created)).isEqualTo("no-store");
    assertThat(cacheControl(get(path(created)))).isEqualTo("no-cache");
    assertThat(cacheControl(send("GET", path(created), "", "If-None-Match", tag(created))))
        .isEqualTo("no-cache");
    assertThat(cacheControl(get("/genres/Manners/movies"))).isEqualTo("no-cache");
    assertThat(cacheControl(get("/movies/" + UUID.randomUUID()))).isEqualTo("no-store");
  }

  @Test
  void anOverviewThatIsMadeAgainWithoutAChangeIsNotSentAgain() {
    Awaitility.await() // its history changes every 5 s
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              String tag = tag(get("/overview"));
              Thread.sleep(1_200); // it is made once a second
              return send("GET", "/overview", "", "If-None-Match", tag).statusCode() == 304;
            });
  }

  @Test
  void anAnswerIsCompressedOnRequestAndItsTagStillMatches() throws IOException {
    String path = path(post(HEAT.replace("\"s\"", '"' + "story ".repeat(200) + '"')));

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
  void aListComesInTheRequestedForm(String accept, String type) {
    HttpResponse<String> list =
        send("GET", "/genres/Manners/movies", "", "Accept", accept, "Accept-Language", "en_US");

    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.headers().firstValue("Content-Type")).hasValue(type);
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
          "%s %s HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: 2\r\n\r\n"
              .formatted(method, path, header));
      Thread.sleep(200);
      Answer refused = connection.send("{}");
      assertThat(refused.status()).isEqualTo(status);
      assertThat(refused.kept()).isTrue();
      Thread.sleep(50);
      assertThat(connection.send("GET /genres HTTP/1.1\r\nHost: localhost\r\n\r\n").status())
          .isEqualTo(200);
    }
  }

  @Test
  void theServiceIsHealthyWhileCassandraAnswers() {
    HttpResponse<String> health = TestService.health();

    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(json(health).get("cassandra").get("healthy").asBoolean()).isTrue();
    assertThat(json(health).get("clock").get("message").asText()).contains("cluster's clock");
  }

  @Nested
  class WithAPreference {

    @Test
    void aMinimalAnswerHasNoBody() {
      String path = "/movies/" + UUID.randomUUID();
      HttpResponse<String> created = minimal("PUT", path, HEAT);
      HttpResponse<String> replaced = minimal("PUT", path, HEAT.replace("1995", "1996"));
      HttpResponse<String> patched = minimal("PATCH", path, quoted("{'releaseYear':1997}"));
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
    void aPreferenceMayBeWrittenInEachFormOfTheStandard(String preference) {
      assertThat(send("POST", "/movies", HEAT, "Prefer", preference).body()).isEmpty();
    }

    @Test
    void anotherPreferenceIsIgnored() {
      assertThat(send("POST", "/movies", HEAT, "Prefer", "return=representation").body())
          .contains("Heat");
    }

    private HttpResponse<String> minimal(String method, String path, String body) {
      return send(method, path, body, "Prefer", "return=minimal");
    }
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  private static String cacheControl(HttpResponse<String> response) {
    return response.headers().firstValue("Cache-Control").orElseThrow();
  }
}
