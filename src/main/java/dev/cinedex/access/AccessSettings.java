package dev.cinedex.access;

import dev.cinedex.errors.StartupException;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code access} of {@code config.yml}.
 *
 * @param security {@code keys}: beyond loopback every request needs an API key; {@code open}:
 *     nobody needs one
 * @param keysFile the file of API keys; with one, every request needs a key. Empty or null for none
 */
public record AccessSettings(@NotNull Security security, @Nullable String keysFile) {
  public static final AccessSettings DEFAULT = new AccessSettings(Security.KEYS, null);

  /** Who guards the service when it is not the file of keys. */
  public enum Security {
    /** Nobody: the service listens on loopback addresses alone. */
    KEYS,
    /** Something in front of the service. */
    OPEN
  }

  /** Returns the file of keys; empty when requests need no key. */
  public Optional<KeyFile> keys() {
    return Optional.ofNullable(keysFile)
        .filter(name -> !name.isBlank())
        .map(name -> new KeyFile(Path.of(name)));
  }

  /**
   * Checks that nobody can reach the service by accident.
   *
   * @param loopbackOnly whether it listens on loopback addresses alone
   * @throws StartupException when it does not, and requests need no key, and {@code open} is not
   *     set; or when {@code open} is set beside a file of keys
   */
  public void requireSafe(boolean loopbackOnly) {
    if (security == Security.OPEN && keys().isPresent()) {
      throw new StartupException(
          "access.security is open, and access.keysFile names a file of API keys: only one of them can hold. Take away SECURITY=open, or KEYS_FILE");
    }
    if (security == Security.KEYS && keys().isEmpty() && !loopbackOnly) {
      throw new StartupException(
          "The service would listen beyond loopback, and everybody who reaches its port could delete movies and drop tables. Make an API key with 'java -jar cinedex.jar keys create NAME ROLE config.yml' and set KEYS_FILE; or set SECURITY=open if something else guards the port");
    }
  }
}
