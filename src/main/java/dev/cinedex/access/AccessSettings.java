package dev.cinedex.access;

import dev.cinedex.errors.StartupException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code access} of {@code config.yml}.
 *
 * @param security {@code keys}: beyond loopback every request needs an API key or a token; {@code
 *     open}: nobody needs one
 * @param keysFile the file of API keys; with one, every request needs a key or a token. Empty or
 *     null for none
 * @param tokens which JSON Web Tokens are accepted as well as keys; null for none
 */
public record AccessSettings(
    @NotNull Security security, @Nullable String keysFile, @Valid @Nullable TokenSettings tokens) {
  public static final AccessSettings DEFAULT = new AccessSettings(Security.KEYS, null, null);

  /** The guard of the service where requests need neither a key nor a token. */
  public enum Security {
    /** Nobody: the service listens on loopback addresses alone. */
    KEYS,
    /** Something in front of the service. */
    OPEN
  }

  /** Returns the file of keys; empty when there is none. */
  public Optional<KeyFile> keys() {
    return Optional.ofNullable(keysFile)
        .filter(name -> !name.isBlank())
        .map(name -> new KeyFile(Path.of(name)));
  }

  /**
   * Reads what requests must bring along; empty when they need nothing.
   *
   * @throws StartupException when a file cannot be read or trusted
   */
  public Optional<Credentials> credentials(InstantSource clock) {
    List<Credentials> kinds = new ArrayList<>();
    keys().ifPresent(file -> kinds.add(new KeyStore(file, clock)));
    acceptedTokens().ifPresent(accepted -> kinds.add(new Tokens(accepted, clock)));
    return kinds.isEmpty() ? Optional.empty() : Optional.of(Credentials.anyOf(kinds));
  }

  private Optional<TokenSettings> acceptedTokens() {
    return Optional.ofNullable(tokens).filter(TokenSettings::areAccepted);
  }

  private boolean isGuarded() {
    return keys().isPresent() || acceptedTokens().isPresent();
  }

  /**
   * Checks that nobody can reach the service by accident.
   *
   * @param loopbackOnly whether it listens on loopback addresses alone
   * @throws StartupException when it does not, and requests need no key, and {@code open} is not
   *     set; when {@code open} is set beside a file of keys; or when there are half the settings of
   *     tokens
   */
  public void requireSafe(boolean loopbackOnly) {
    if (tokens != null && tokens.haveAnIssuerAlone()) {
      throw new StartupException(
          "access.tokens.issuer (TOKEN_ISSUER) is set, and access.tokens.jwksFile (JWKS_FILE) is not: no token would be accepted. Set it to the file with the public keys of the issuer");
    }
    if (security == Security.OPEN && isGuarded()) {
      throw new StartupException(
          "access.security is open, and access.keysFile or access.tokens.jwksFile names a file: only one of them can hold. Take away SECURITY=open, or KEYS_FILE and JWKS_FILE");
    }
    if (security == Security.KEYS && !isGuarded() && !loopbackOnly) {
      throw new StartupException(
          "The service would listen beyond loopback, and everybody who reaches its port could delete movies and drop tables. Make an API key with 'java -jar cinedex.jar keys create NAME ROLE config.yml' and set KEYS_FILE; or set SECURITY=open if something else guards the port");
    }
  }
}
