package dev.cinedex.access;

import com.google.common.collect.Maps;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.FollowedFile;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** The API keys of a file. */
public final class KeyStore implements Credentials {
  private final InstantSource clock;
  private final FollowedFile<Map<String, KeyEntry>> file;

  /**
   * Reads the file.
   *
   * @throws StartupException when it cannot be read or trusted
   */
  public KeyStore(KeyFile file, InstantSource clock) {
    this.clock = clock;
    this.file = new FollowedFile<>("The file of API keys " + file.path(), file::read);
  }

  @Override
  public void reload() {
    Map<String, KeyEntry> before = file.content();
    file.reload();
    record(before, file.content());
  }

  /** Records the keys that are new, that have changed, and that are gone. */
  private void record(Map<String, KeyEntry> before, Map<String, KeyEntry> now) {
    now.forEach(
        (id, key) -> {
          KeyEntry old = before.get(id);
          if (!key.equals(old)) {
            record(old == null ? "key created" : "key changed", key);
          }
        });
    Maps.filterKeys(before, id -> !now.containsKey(id))
        .values()
        .forEach(key -> record("key removed", key));
  }

  private void record(String event, KeyEntry key) {
    Instant end = key.expires();
    AuditEvent.at(clock.instant().toString())
        .with("event", event)
        .with("key", key.id())
        .with("name", key.name())
        .with("role", key.role().text())
        .with("expires", end == null ? null : end.toString())
        .write();
  }

  @Override
  public boolean isCurrent() {
    return file.isCurrent();
  }

  @Override
  public Optional<Caller> caller(String text) {
    return ApiKey.parse(text)
        .flatMap(key -> Optional.ofNullable(file.content().get(key.id())).filter(e -> e.isOf(key)))
        .filter(entry -> !entry.isExpired(clock.instant()))
        .map(KeyEntry::caller);
  }
}
