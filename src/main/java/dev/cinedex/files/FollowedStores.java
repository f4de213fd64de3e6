package dev.cinedex.files;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Keeps something that is made of stores with certificates. It is made again when a store changes.
 * While one cannot be used, the last one stays, and each {@link #follow} tries again.
 */
public final class FollowedStores<T> {
  private final List<StoreFile> files;
  private final FollowedFile<Made<T>> made;
  private String stamp;

  /**
   * What was made of the stores.
   *
   * @param expiry when the first store is of no use any more; empty without a store
   */
  private record Made<T>(T content, Optional<Instant> expiry) {}

  /**
   * Reads the stores.
   *
   * @param name of the stores in the log
   * @param keys has keys, and their certificates
   * @param authorities has the certificates that are trusted
   * @param making makes the content of both, or throws a {@link
   *     dev.cinedex.errors.StartupException}
   * @throws dev.cinedex.errors.StartupException when one cannot be used
   */
  public FollowedStores(
      String name,
      Optional<StoreFile> keys,
      Optional<StoreFile> authorities,
      BiFunction<Optional<OpenStore>, Optional<OpenStore>, T> making) {
    this.files = Stream.of(keys, authorities).flatMap(Optional::stream).toList();
    this.stamp = stamp(); // before they are read, because one may change meanwhile
    this.made =
        new FollowedFile<>(
            name,
            () ->
                make(
                    keys.map(StoreFile::openKeys),
                    authorities.map(StoreFile::openCertificates),
                    making));
  }

  private static <T> Made<T> make(
      Optional<OpenStore> keys,
      Optional<OpenStore> authorities,
      BiFunction<Optional<OpenStore>, Optional<OpenStore>, T> making) {
    return new Made<>(
        making.apply(keys, authorities),
        Stream.of(keys, authorities)
            .flatMap(Optional::stream)
            .map(OpenStore::expiry)
            .min(Comparator.naturalOrder()));
  }

  public T content() {
    return made.content().content();
  }

  /** Returns when the first store is of no use any more; empty when there is no store. */
  public Optional<Instant> expiry() {
    return made.content().expiry();
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
    return files.stream().map(StoreFile::stamp).toList().toString();
  }
}
