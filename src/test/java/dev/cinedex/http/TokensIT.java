package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.testing.DropwizardTestSupport;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
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
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private static Path directory;
  private static Path file;
  private static RSAKey key;
  private static DropwizardTestSupport<CinedexConfiguration> service;

  @BeforeAll
  static void start() throws Exception {
    file = directory.resolve("jwks.json");
    key = newKey("first");
    publish(key);
    service =
        TestService.startAnother(
            Map.of(
                "access.tokens.jwksFile",
                file.toString(),
                "access.tokens.issuer",
                "https://issuer.test",
                "limits.failedSignIns",
                "1000"));
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  private static RSAKey newKey(String id) throws Exception {
    return new RSAKeyGenerator(2_048).keyID(id).generate();
  }

  private static void publish(RSAKey key) throws Exception {
    Files.writeString(file, new JWKSet(key).toString(true));
  }

  private static JWTClaimsSet claims(String role) {
    return new JWTClaimsSet.Builder()
        .issuer("https://issuer.test")
        .audience("cinedex")
        .subject("ann")
        .claim("roles", List.of(role))
        .expirationTime(Date.from(Instant.now().plusSeconds(300)))
        .build();
  }

  private static String token(RSAKey key, String role) throws Exception {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), claims(role));
    token.sign(new RSASSASigner(key));
    return token.serialize();
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
    assertThat(send("GET", "/lookups", token(key, "reader")).statusCode()).isEqualTo(200);
    HttpResponse<String> refused = send("DELETE", "/lookups/movies_by_actor", token(key, "reader"));
    TestService.assertProblem(refused, 403, "urn:cinedex:problem:wrong-role");
    assertThat(refused.body()).contains("'token:ann' has the role reader");
    assertThat(send("GET", "/jobs", token(key, "operator")).statusCode()).isEqualTo(200);
  }

  @Test
  void everyTokenThatIsNotValidIsRefusedInTheSameWay() throws Exception {
    String valid = token(key, "operator");
    List<String> wrong =
        List.of(
            "",
            "eyJ",
            "bnVsbA.a.b",
            valid.substring(0, valid.lastIndexOf('.') + 1),
            valid.substring(0, valid.length() - 8) + "AAAAAAAA",
            new PlainJWT(claims("operator")).serialize(),
            token(newKey("first"), "operator"),
            token(newKey("unknown"), "operator"),
            token(key, "god"));

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
    RSAKey next = newKey("next");
    String token = token(next, "reader");
    assertThat(send("GET", "/lookups", token).statusCode()).isEqualTo(401);

    Files.writeString(file, new JWKSet(List.of(key, next)).toString(true));

    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> send("GET", "/lookups", token).statusCode() == 200);
    assertThat(send("GET", "/lookups", token(key, "reader")).statusCode()).isEqualTo(200);
  }
}
