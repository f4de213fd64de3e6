package dev.cinedex.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;

/** An issuer of JSON Web Tokens with one key. */
public final class TokenIssuer {
  public static final String NAME = "https://issuer.test";

  private final RSAKey key;

  /**
   * @param id names its key
   */
  public TokenIssuer(String id) throws JOSEException {
    key = new RSAKeyGenerator(2_048).keyID(id).generate();
  }

  /** Writes the public keys of issuers into a file, in the place of others. */
  public static void publish(Path file, TokenIssuer... issuers) throws IOException {
    List<JWK> keys = Stream.of(issuers).<JWK>map(issuer -> issuer.key).toList();
    Files.writeString(file, new JWKSet(keys).toString(true));
  }

  /** Returns a token for 'ann', with the names of claims that {@code config.yml} has. */
  public String token(String role) throws JOSEException {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), claims(role));
    token.sign(new RSASSASigner(key));
    return token.serialize();
  }

  /** Returns a token that nobody has signed. */
  public static String unsigned(String role) {
    return new PlainJWT(claims(role)).serialize();
  }

  private static JWTClaimsSet claims(String role) {
    return new JWTClaimsSet.Builder()
        .issuer(NAME)
        .audience("cinedex")
        .subject("ann")
        .claim("roles", List.of(role))
        .expirationTime(Date.from(Instant.now().plusSeconds(300)))
        .build();
  }
}
