package dev.cinedex.instance;

import dev.cinedex.access.AccessSettings;
import dev.cinedex.access.AuditEvent;
import dev.cinedex.access.Credentials;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.metrics.Metrics;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.AutoCloseableManager;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Reads the keys again and again, so that a new or revoked one needs no restart. */
public final class KeyWatch implements Managed {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(1);

  private final PeriodicTask reloading;

  private KeyWatch(Credentials credentials) {
    this.reloading = new PeriodicTask("keys", INTERVAL, credentials::reload);
  }

  /** Returns what requests must bring along, and follows its files; empty for nothing. */
  public static Optional<Credentials> follow(
      AccessSettings access, Metrics metrics, Environment environment) {
    Optional<Credentials> credentials = access.credentials(InstantSource.system());
    // What is managed first stops last, when nothing more is recorded.
    credentials.ifPresent(
        known -> environment.lifecycle().manage(new AutoCloseableManager(AuditEvent::stop)));
    credentials.map(KeyWatch::new).ifPresent(environment.lifecycle()::manage);
    metrics.gauge(
        "cinedex_keys_current",
        "1 while the keys in use are those of their files, or none are needed; else 0",
        () -> credentials.map(Credentials::isCurrent).orElse(true) ? 1 : 0);
    return credentials;
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
