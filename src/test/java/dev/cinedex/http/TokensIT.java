package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.testing.TokenIssuer;
import io.dropwizard.testing.DropwizardTestSupport;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that accepts JSON Web Tokens, with the names of claims and roles as shipped. */
class TokensIT {
  @TempDir private static Path directory;
  private static Path file;
  private static TokenIssuer issuer;
  private static DropwizardTestSupport<CinedexConfiguration> service;
  private static KeyedClient client;

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
    client = new KeyedClient(service.getLocalPort());
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  @Test
  void aTokenGivesTheRoleOfItsClaim() throws Exception {
    assertThat(client.get("/lookups", issuer.token("reader")).statusCode()).isEqualTo(200);
    HttpResponse<String> refused =
        client.send("DELETE", "/lookups/movies_by_actor", issuer.token("reader"), "");
    TestService.assertProblem(refused, 403, "urn:cinedex:problem:wrong-role");
    assertThat(refused.body()).contains("'token:ann' has the role reader");
    assertThat(client.get("/jobs", issuer.token("operator")).statusCode()).isEqualTo(200);
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
            issuer.signedWithPublicKey("operator"),
            issuer.token("operator", claims -> claims.issuer("https://other.test")),
            issuer.token("operator", claims -> claims.audience("other")),
            issuer.token("operator", claims -> claims.expirationTime(null)),
            issuer.token("operator", claims -> claims.expirationTime(Date.from(Instant.EPOCH))),
            issuer.token("god"));

    HttpResponse<String> other = client.get("/lookups", "x");
    assertThat(wrong)
        .allSatisfy(token -> KeyedClient.assertRefusedLike(other, client.get("/lookups", token)));
  }

  @Test
  void theServiceFollowsTheKeysOfTheIssuer() throws Exception {
    TokenIssuer next = new TokenIssuer("next");
    String token = next.token("reader");
    assertThat(client.get("/lookups", token).statusCode()).isEqualTo(401);

    TokenIssuer.publish(file, issuer, next);

    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> client.get("/lookups", token).statusCode() == 200);
    assertThat(client.get("/lookups", issuer.token("reader")).statusCode()).isEqualTo(200);
  }
}
