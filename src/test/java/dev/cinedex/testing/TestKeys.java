package dev.cinedex.testing;

import static java.util.Objects.requireNonNull;

import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Caller;
import dev.cinedex.access.KeyEntry;
import dev.cinedex.access.KeyFile;
import dev.cinedex.access.Role;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A file of API keys that a test makes. */
public record TestKeys(KeyFile file) {
  public static TestKeys at(Path file) {
    return new TestKeys(new KeyFile(file));
  }

  public String path() {
    return file.path().toString();
  }

  public ApiKey add(String name, Role role) {
    return add(name, role, null);
  }

  /**
   * Adds a key.
   *
   * @param end null for none
   */
  public ApiKey add(String name, Role role, @Nullable Instant end) {
    ApiKey key = ApiKey.random(new SecureRandom());
    file.add(KeyEntry.of(key, new Caller(name, role), Instant.now(), end));
    return key;
  }

  public void revoke(ApiKey key) {
    file.add(requireNonNull(file.read().get(key.id())).endingAt(Instant.now()));
  }
}
