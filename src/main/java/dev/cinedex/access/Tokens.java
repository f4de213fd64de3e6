package dev.cinedex.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyType;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.JWTProcessor;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.FollowedFile;
import dev.cinedex.files.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON Web Tokens of one issuer, whose public keys are in a file: no request goes out. A token must
 * be signed with RS256, PS256 or ES256, and must name its issuer, its audience, its subject and its
 * end. The clocks may differ by a minute.
 */
public final class Tokens implements Credentials {
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

  private static final int LEEWAY_SECONDS = 60;

  private final TokenSettings settings;
  private final InstantSource clock;
  private final FollowedFile<JWTProcessor<SecurityContext>> processor;

  /**
   * Reads the public keys.
   *
   * @throws StartupException when they cannot be read or trusted, or settings are missing
   */
  public Tokens(TokenSettings settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
    requireNamed(settings.issuer(), "issuer (TOKEN_ISSUER)");
    requireNamed(settings.audience(), "audience (TOKEN_AUDIENCE)");
    this.processor =
        new FollowedFile<>(
            "The file of public keys " + settings.file(), () -> processor(read(settings.file())));
  }

  private static void requireNamed(@Nullable String value, String name) {
    if (value == null || value.isBlank()) {
      throw new StartupException(
          "access.tokens.jwksFile is set, and access.tokens.%s is not: tokens of anybody, or for anybody, would be valid"
              .formatted(name));
    }
  }

  private static JWKSet read(Path file) {
    try {
      SecretFile.requireWrittenByOwner(file, "the file of public keys");
      JWKSet keys = JWKSet.parse(Files.readString(file));
      List<JWK> usable = keys.getKeys().stream().filter(Tokens::isUsable).toList();
      if (usable.isEmpty() || keys.getKeys().stream().anyMatch(JWK::isPrivate)) {
        throw invalid(file, null);
      }
      return new JWKSet(usable);
    } catch (StartupException e) {
      throw e;
    } catch (IOException | ParseException | RuntimeException e) {
      throw invalid(file, e);
    }
  }

  /** Other public keys are ignored, as RFC 7517 says. */
  private static boolean isUsable(JWK key) {
    return key.getKeyType().equals(KeyType.RSA) || key.getKeyType().equals(KeyType.EC);
  }

  private static StartupException invalid(Path file, @Nullable Exception cause) {
    return new StartupException(
        "The file %s (access.tokens.jwksFile) is not a JSON Web Key Set with public keys for RSA or EC, as an issuer publishes it, or it has a private key%s"
            .formatted(file, cause == null ? "" : " (" + cause.getClass().getSimpleName() + ")"),
        cause);
  }

  private JWTProcessor<SecurityContext> processor(JWKSet keys) {
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null)); // RFC 9068 names the second
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(ALGORITHMS, new ImmutableJWKSet<>(keys)));
    DefaultJWTClaimsVerifier<SecurityContext> claims =
        new DefaultJWTClaimsVerifier<>(
            settings.audience(),
            new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
            Set.of("sub", "exp")) {
          @Override
          protected Date currentTime() {
            return Date.from(clock.instant());
          }
        };
    claims.setMaxClockSkew(LEEWAY_SECONDS);
    processor.setJWTClaimsSetVerifier(claims);
    return processor;
  }

  @Override
  public Optional<Caller> caller(String text) {
    try {
      JWTClaimsSet claims = processor.content().process(text, null);
      String subject = claims.getSubject();
      // The library takes a claim that is null for one that is there.
      if (subject == null || subject.isBlank() || claims.getExpirationTime() == null) {
        return Optional.empty();
      }
      return role(claims.getClaim(settings.roleClaim()))
          .map(role -> new Caller(Caller.OF_TOKEN + subject, role));
    } catch (ParseException | BadJOSEException | JOSEException | RuntimeException e) {
      // The library throws any exception for a text that is no token, such as null as its header.
      return Optional.empty();
    }
  }

  /** Returns the greatest of the roles that a claim names. */
  private Optional<Role> role(@Nullable Object claim) {
    Collection<?> names = claim instanceof Collection<?> all ? all : List.of(String.valueOf(claim));
    return names.stream()
        .map(name -> settings.roles().get(String.valueOf(name)))
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder());
  }

  @Override
  public void reload() {
    processor.reload();
  }

  @Override
  public boolean isCurrent() {
    return processor.isCurrent();
  }
}
