package dev.cinedex.access;

import dev.cinedex.errors.StartupException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of the file, in memory. When the file cannot be read or trusted any more, the last good
 * keys stay.
 */
public final class KeyStore {
  private static final Logger LOGGER = LoggerFactory.getLogger(KeyStore.class);

  private final KeyFile file;
  private final InstantSource clock;
  private volatile Map<String, KeyEntry> entries;
  private volatile boolean current = true;

  /**
   * Reads the file.
   *
   * @throws StartupException when it cannot be read or trusted
   */
  public KeyStore(KeyFile file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
    this.entries = file.read();
  }

  /** Reads the file again. */
  public void reload() {
    try {
      entries = file.read();
      if (!current) {
        LOGGER.info("The file of API keys can be read again: {}", file.path());
      }
      current = true;
    } catch (StartupException e) {
      if (current) {
        LOGGER.warn("The keys that were read last stay valid. {}", e.getMessage());
      }
      current = false;
    }
  }

  /** Returns whether the keys in memory are those of the file. */
  public boolean isCurrent() {
    return current;
  }

  /** Returns who has a key; empty when the key is not one, is unknown, or has ended. */
  public Optional<Caller> caller(String text) {
    return ApiKey.parse(text)
        .flatMap(key -> Optional.ofNullable(entries.get(key.id())).filter(entry -> entry.isOf(key)))
        .filter(entry -> !entry.isExpired(clock.instant()))
        .map(KeyEntry::caller);
  }
}
