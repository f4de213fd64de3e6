package dev.cinedex.http;

import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.FollowedFile;
import dev.cinedex.files.StoreFile;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key store of a connector again when it changes, so that a new certificate needs no
 * restart. Connections that are open keep the certificate that they began with. While a store
 * cannot be used, the certificate that was read last stays.
 */
final class CertificateWatch extends AbstractLifeCycle {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(1);

  private final StoreFile store;
  private final Callable<Instant> reading;
  private final PeriodicTask watching;
  private volatile @Nullable FollowedFile<Instant> certificate;
  private String stamp = "";

  /**
   * @param reading reads the store, and returns when its certificate expires
   */
  CertificateWatch(StoreFile store, Callable<Instant> reading) {
    this.store = store;
    this.reading = reading;
    this.watching = new PeriodicTask("certificate", INTERVAL, this::reloadIfChanged);
  }

  @Override
  protected void doStart() {
    stamp = store.stamp();
    certificate = new FollowedFile<>("The key store " + store.file(), this::read);
    watching.start();
  }

  private Instant read() {
    try {
      return reading.call();
    } catch (StartupException e) {
      throw e;
    } catch (Exception e) {
      throw new StartupException("%s cannot be used: %s".formatted(store.file(), e), e);
    }
  }

  private void reloadIfChanged() {
    String now = store.stamp();
    FollowedFile<Instant> followed = certificate;
    if (followed != null && !now.equals(stamp)) {
      stamp = now;
      followed.reload();
    }
  }

  @Override
  protected void doStop() throws InterruptedException {
    watching.stop(STOP_LIMIT);
  }

  /** Returns when the certificate in use expires; empty before the start. */
  Optional<Instant> expiry() {
    return Optional.ofNullable(certificate).map(FollowedFile::content);
  }
}
