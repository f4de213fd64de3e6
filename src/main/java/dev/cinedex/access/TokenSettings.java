package dev.cinedex.access;

import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code access.tokens} of {@code config.yml}: which JSON Web Tokens are accepted.
 *
 * @param jwksFile the file with the public keys of the issuer, as a JSON Web Key Set (RFC 7517).
 *     Empty or null to accept no tokens
 * @param issuer what the claim {@code iss} must be
 * @param audience what the claim {@code aud} must contain
 * @param roleClaim the claim that names the caller's roles: a text, or a list of texts
 * @param roles the role that each name gives
 */
public record TokenSettings(
    @Nullable String jwksFile,
    @Nullable String issuer,
    @Nullable String audience,
    @NotNull String roleClaim,
    @NotEmpty Map<String, Role> roles) {

  public TokenSettings {
    roles = roles == null ? Map.of() : Map.copyOf(roles);
  }

  /** Returns whether tokens are accepted. */
  boolean areAccepted() {
    return isSet(jwksFile);
  }

  /** Returns whether somebody has meant tokens to be accepted, and no file has the public keys. */
  boolean haveAnIssuerAlone() {
    return isSet(issuer) && !areAccepted();
  }

  /** Returns the file with the public keys. */
  Path file() {
    return Path.of(isSet(jwksFile) ? jwksFile : "");
  }

  private static boolean isSet(@Nullable String text) {
    return text != null && !text.isBlank();
  }
}
