package dev.cinedex.http;

import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.FollowedStores;
import io.dropwizard.jetty.SslReload;
import java.time.Duration;
import org.eclipse.jetty.util.component.AbstractLifeCycle;

/**
 * Gives the stores of a connector to Jetty again when they change, so that a new certificate needs
 * no restart. Connections that are open keep the certificate that they began with.
 */
final class CertificateWatch extends AbstractLifeCycle {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(1);

  private final FollowedStores<?> stores;
  private final SslReload reload;
  private final PeriodicTask watching = new PeriodicTask("certificates", INTERVAL, this::follow);
  private Object used;

  CertificateWatch(FollowedStores<?> stores, SslReload reload) {
    this.stores = stores;
    this.reload = reload;
    this.used = stores.content();
  }

  private void follow() {
    stores.follow();
    Object now = stores.content();
    if (now != used) {
      try {
        reload.reload();
      } catch (Exception e) {
        throw new StartupException("Jetty cannot use the new certificate: " + e.getMessage(), e);
      }
      used = now;
    }
  }

  @Override
  protected void doStart() {
    watching.start();
  }

  @Override
  protected void doStop() throws InterruptedException {
    watching.stop(STOP_LIMIT);
  }
}
