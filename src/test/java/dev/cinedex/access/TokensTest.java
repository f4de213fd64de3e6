package dev.cinedex.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
  private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
  private static final Map<String, Role> ROLES =
      Map.of("read", Role.READER, "write", Role.WRITER, "run", Role.OPERATOR);

  private static RSAKey rsa;
  private static ECKey ec;
  private static RSAKey other;

  @TempDir private Path directory;
  private Path file;

  @BeforeAll
  static void makeKeys() throws JOSEException {
    rsa = new RSAKeyGenerator(2_048).keyID("rsa").generate();
    ec = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
    other = new RSAKeyGenerator(2_048).keyID("other").generate();
  }

  @BeforeEach
  void publish() throws IOException {
    file = directory.resolve("jwks.json");
    publish(rsa, ec);
  }

  private void publish(JWK... keys) throws IOException {
    Files.writeString(file, new JWKSet(Arrays.asList(keys)).toString(true)); // the public parts
  }

  private Tokens tokens() {
    return new Tokens(
        new TokenSettings(file.toString(), "https://issuer.test", "cinedex", "roles", ROLES),
        () -> NOW);
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer("https://issuer.test")
        .audience("cinedex")
        .subject("ann")
        .claim("roles", List.of("write"))
        .expirationTime(Date.from(NOW.plusSeconds(300)));
  }

  private static String signed(JWTClaimsSet claims) throws JOSEException {
    return signed(JWSAlgorithm.RS256, "rsa", new RSASSASigner(rsa), claims);
  }

  private static String signed(
      JWSAlgorithm algorithm, @Nullable String key, JWSSigner signer, JWTClaimsSet claims)
      throws JOSEException {
    SignedJWT token = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(key).build(), claims);
    token.sign(signer);
    return token.serialize();
  }

  @Test
  void aTokenOfEachAlgorithmNamesItsCaller() throws JOSEException {
    JWTClaimsSet claims = claims().build();

    for (String token :
        List.of(
            signed(JWSAlgorithm.RS256, "rsa", new RSASSASigner(rsa), claims),
            signed(JWSAlgorithm.PS256, "rsa", new RSASSASigner(rsa), claims),
            signed(JWSAlgorithm.ES256, "ec", new ECDSASigner(ec), claims))) {
      assertThat(tokens().caller(token)).contains(new Caller("token:ann", Role.WRITER));
    }
  }

  @Test
  void otherAlgorithmsAreRefused() throws Exception {
    byte[] publicKey = rsa.toRSAPublicKey().getEncoded();
    JWTClaimsSet claims = claims().build();

    for (String token :
        List.of(
            new PlainJWT(claims).serialize(),
            signed(JWSAlgorithm.HS256, "rsa", new MACSigner(publicKey), claims),
            signed(
                JWSAlgorithm.HS256,
                "rsa",
                new MACSigner(rsa.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)),
                claims),
            signed(JWSAlgorithm.RS512, "rsa", new RSASSASigner(rsa), claims))) {
      assertThat(tokens().caller(token)).as(token).isEmpty();
    }
  }

  @Test
  void aKeyThatTheIssuerHasNotPublishedIsRefused() throws JOSEException {
    JWTClaimsSet claims = claims().build();

    assertThat(
            tokens().caller(signed(JWSAlgorithm.RS256, "other", new RSASSASigner(other), claims)))
        .isEmpty();
    assertThat(tokens().caller(signed(JWSAlgorithm.RS256, "rsa", new RSASSASigner(other), claims)))
        .isEmpty();
  }

  @Test
  void theClaimsMustBeThereAndRight() throws JOSEException {
    for (JWTClaimsSet.Builder wrong :
        List.of(
            claims().issuer("https://other.test"),
            claims().issuer(null),
            claims().audience("other"),
            claims().audience((String) null),
            claims().subject(null),
            claims().expirationTime(null),
            claims().claim("roles", null),
            claims().claim("roles", "god"),
            claims().claim("roles", Map.of("run", true)))) {
      assertThat(tokens().caller(signed(wrong.build()))).as("%s", wrong.getClaims()).isEmpty();
    }
  }

  /** A claim that is there and says nothing is as good as none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"sub\":null,\"exp\":4000000000",
        "\"sub\":\" \",\"exp\":4000000000",
        "\"sub\":\"ann\",\"exp\":null"
      })
  void aClaimThatSaysNothingIsRefused(String claims) throws JOSEException {
    JWSObject token =
        new JWSObject(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa").build(),
            new Payload(
                "{\"iss\":\"https://issuer.test\",\"aud\":\"cinedex\",\"roles\":\"write\",%s}"
                    .formatted(claims)));
    token.sign(new RSASSASigner(rsa));

    assertThat(tokens().caller(token.serialize())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"-61, false", "-59, true", "300, true"})
  void theClocksMayDifferByAMinute(long seconds, boolean valid) throws JOSEException {
    JWTClaimsSet claims = claims().expirationTime(Date.from(NOW.plusSeconds(seconds))).build();

    assertThat(tokens().caller(signed(claims)).isPresent()).isEqualTo(valid);
  }

  @Test
  void aTokenThatIsNotYetValidIsRefused() throws JOSEException {
    JWTClaimsSet claims = claims().notBeforeTime(Date.from(NOW.plusSeconds(61))).build();

    assertThat(tokens().caller(signed(claims))).isEmpty();
  }

  @Test
  void theGreatestOfTheRolesCountsAndAClaimMayBeAText() throws JOSEException {
    assertThat(
            tokens().caller(signed(claims().claim("roles", List.of("read", "x", "run")).build())))
        .contains(new Caller("token:ann", Role.OPERATOR));
    assertThat(tokens().caller(signed(claims().claim("roles", "read").build())))
        .contains(new Caller("token:ann", Role.READER));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a.b.c", "eyJhbGciOiJSUzI1NiJ9..", "cdx_abc", "bnVsbA.a.b"})
  void whatIsNoTokenIsRefused(String text) {
    assertThat(tokens().caller(text)).isEmpty();
  }

  @Test
  void theKeysFollowTheFileAndTheLastGoodOnesStay() throws Exception {
    Tokens tokens = tokens();
    String old = signed(claims().build());
    String next = signed(JWSAlgorithm.RS256, "other", new RSASSASigner(other), claims().build());

    publish(other);
    tokens.reload();
    assertThat(tokens.caller(old)).isEmpty();
    assertThat(tokens.caller(next)).isPresent();

    for (String bad : List.of("{", "", "{\"keys\":[]}")) {
      Files.writeString(file, bad);
      assertTheLastKeysStay(tokens, next);
    }
    publish(rsa);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    assertTheLastKeysStay(tokens, next);
    Files.delete(file);
    assertTheLastKeysStay(tokens, next);

    publish(rsa);
    tokens.reload();
    assertThat(tokens.isCurrent()).isTrue();
    assertThat(tokens.caller(old)).isPresent();
  }

  private static void assertTheLastKeysStay(Tokens tokens, String token) {
    tokens.reload();
    assertThat(tokens.isCurrent()).isFalse();
    assertThat(tokens.caller(token)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"keys\":[]}",
        "{\"keys\":[{\"kty\":\"oct\",\"k\":\"AAAA\"}]}",
        "private"
      })
  void aFileWithoutPublicKeysIsRefused(String content) throws IOException {
    Files.writeString(file, content.equals("private") ? new JWKSet(rsa).toString(false) : content);

    assertThatThrownBy(this::tokens)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("access.tokens.jwksFile");
  }

  @Test
  void aKeyOfAnotherTypeIsIgnored() throws Exception {
    String keys = new JWKSet(rsa).toString(true);
    Files.writeString(
        file,
        keys.replaceFirst(
            "\\[",
            "[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"},"));

    assertThat(tokens().caller(signed(claims().build()))).isPresent();
  }

  @Test
  void aFileThatOthersMayChangeOrThatIsMissingIsRefused() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    assertThatThrownBy(this::tokens).hasMessageContaining("chmod go-w " + file);

    Files.delete(file);
    assertThatThrownBy(this::tokens)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("NoSuchFileException");
  }

  @Test
  void tokensOfAnybodyOrForAnybodyAreNotAccepted() {
    for (TokenSettings settings :
        List.of(
            new TokenSettings(file.toString(), "", "cinedex", "roles", ROLES),
            new TokenSettings(file.toString(), "https://issuer.test", null, "roles", ROLES))) {
      assertThatThrownBy(() -> new Tokens(settings, () -> NOW))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("access.tokens.");
    }
  }
}
