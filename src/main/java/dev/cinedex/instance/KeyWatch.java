package dev.cinedex.instance;

import dev.cinedex.access.Credentials;
import dev.cinedex.cassandra.PeriodicTask;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;

/** Reads the keys again and again, so that a new or revoked one needs no restart. */
public final class KeyWatch implements Managed {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(1);

  private final PeriodicTask reloading;

  public KeyWatch(Credentials keys) {
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
