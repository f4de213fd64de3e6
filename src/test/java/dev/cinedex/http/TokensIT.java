package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.testing.TokenIssuer;
import io.dropwizard.testing.DropwizardTestSupport;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that accepts JSON Web Tokens, with the names of claims and roles as shipped. */
class TokensIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private static Path directory;
  private static Path file;
  private static TokenIssuer issuer;
  private static DropwizardTestSupport<CinedexConfiguration> service;

  @BeforeAll
  static void start() throws Exception {
    file = directory.resolve("jwks.json");
    issuer = new TokenIssuer("first");
    TokenIssuer.publish(file, issuer);
    service =
        TestService.startAnother(
            Map.of(
                "access.tokens.jwksFile",
                file.toString(),
                "access.tokens.issuer",
                TokenIssuer.NAME,
                "limits.failedSignIns",
                "1000"));
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  private static HttpResponse<String> send(String method, String path, String token) {
    try {
      return CLIENT.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.getLocalPort() + path))
              .header("Authorization", "Bearer " + token)
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build(),
          BodyHandlers.ofString());
    } catch (Exception e) {
      throw new AssertionError(method + " " + path, e);
    }
  }

  @Test
  void aTokenGivesTheRoleOfItsClaim() throws Exception {
    assertThat(send("GET", "/lookups", issuer.token("reader")).statusCode()).isEqualTo(200);
    HttpResponse<String> refused =
        send("DELETE", "/lookups/movies_by_actor", issuer.token("reader"));
    TestService.assertProblem(refused, 403, "urn:cinedex:problem:wrong-role");
    assertThat(refused.body()).contains("'token:ann' has the role reader");
    assertThat(send("GET", "/jobs", issuer.token("operator")).statusCode()).isEqualTo(200);
  }

  @Test
  void everyTokenThatIsNotValidIsRefusedInTheSameWay() throws Exception {
    String valid = issuer.token("operator");
    List<String> wrong =
        List.of(
            "",
            "eyJ",
            "bnVsbA.a.b",
            valid.substring(0, valid.lastIndexOf('.') + 1),
            valid.substring(0, valid.length() - 8) + "AAAAAAAA",
            TokenIssuer.unsigned("operator"),
            new TokenIssuer("first").token("operator"),
            new TokenIssuer("unknown").token("operator"),
            issuer.token("god"));

    for (String token : wrong) {
      HttpResponse<String> answer = send("GET", "/lookups", token);
      TestService.assertProblem(answer, 401, "urn:cinedex:problem:unauthenticated");
      assertThat(TestService.json(answer).get("detail"))
          .as(token)
          .isEqualTo(TestService.json(send("GET", "/lookups", "x")).get("detail"));
    }
  }

  @Test
  void theServiceFollowsTheKeysOfTheIssuer() throws Exception {
    TokenIssuer next = new TokenIssuer("next");
    String token = next.token("reader");
    assertThat(send("GET", "/lookups", token).statusCode()).isEqualTo(401);

    TokenIssuer.publish(file, issuer, next);

    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> send("GET", "/lookups", token).statusCode() == 200);
    assertThat(send("GET", "/lookups", issuer.token("reader")).statusCode()).isEqualTo(200);
  }
}
