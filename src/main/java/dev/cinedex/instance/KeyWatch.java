package dev.cinedex.instance;

import dev.cinedex.access.KeyStore;
import dev.cinedex.cassandra.PeriodicTask;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;

/** Reads the file of API keys again and again, so that a new or revoked key needs no restart. */
public final class KeyWatch implements Managed {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(1);

  private final PeriodicTask reloading;

  public KeyWatch(KeyStore keys) {
    this.reloading = new PeriodicTask("keys", INTERVAL, keys::reload);
  }

  @Override
  public void start() {
    reloading.start();
  }

  @Override
  public void stop() throws InterruptedException {
    reloading.stop(STOP_LIMIT);
  }
}
