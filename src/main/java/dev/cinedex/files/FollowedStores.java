package dev.cinedex.files;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps something that is made of stores with certificates. It is made again when a store changes.
 * While one cannot be used, the last one stays, and each {@link #follow} tries again.
 */
public final class FollowedStores<T extends Expiring> {
  private final List<StoreFile> stores;
  private final FollowedFile<T> made;
  private String stamp;

  /**
   * Reads the stores.
   *
   * @param name of the stores in the log
   * @param reading reads all of them, or throws a {@link dev.cinedex.errors.StartupException}
   * @throws dev.cinedex.errors.StartupException when one cannot be used
   */
  public FollowedStores(String name, List<StoreFile> stores, Supplier<T> reading) {
    this.stores = List.copyOf(stores);
    this.stamp = stamp(); // before they are read, because one may change meanwhile
    this.made = new FollowedFile<>(name, reading);
  }

  public T content() {
    return made.content();
  }

  /** Returns when the content is of no use any more; empty when there is no store. */
  public Optional<Instant> expiry() {
    return stores.isEmpty() ? Optional.empty() : Optional.of(content().expiry());
  }

  /** Returns whether the content is that of the files as they are now. */
  public boolean areCurrent() {
    return made.isCurrent();
  }

  /** Reads the stores again if one has changed, or if one could not be used the last time. */
  public synchronized void follow() {
    String now = stamp();
    if (!now.equals(stamp) || !areCurrent()) {
      stamp = now;
      made.reload();
    }
  }

  private String stamp() {
    return stores.stream().map(StoreFile::stamp).toList().toString();
  }
}
