package dev.cinedex.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
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
import java.util.function.UnaryOperator;
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
    return token(claims(role));
  }

  /** Returns a token for 'ann' with other claims. */
  public String token(String role, UnaryOperator<JWTClaimsSet.Builder> change)
      throws JOSEException {
    return token(change.apply(new JWTClaimsSet.Builder(claims(role))).build());
  }

  private String token(JWTClaimsSet claims) throws JOSEException {
    return signed(JWSAlgorithm.RS256, new RSASSASigner(key), claims);
  }

  /** Returns a token whose secret is the public key, which everybody can know. */
  public String signedWithPublicKey(String role) throws JOSEException {
    byte[] publicKey = key.toRSAPublicKey().getEncoded();
    return signed(JWSAlgorithm.HS256, new MACSigner(publicKey), claims(role));
  }

  private String signed(JWSAlgorithm algorithm, JWSSigner signer, JWTClaimsSet claims)
      throws JOSEException {
    SignedJWT token =
        new SignedJWT(new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), claims);
    token.sign(signer);
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
