package dev.cinedex.http;

import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.files.FollowedStores;
import java.time.Duration;
import org.eclipse.jetty.util.component.AbstractLifeCycle;

/** Reads the stores of a connector again when they change, while the connector runs. */
final class CertificateWatch extends AbstractLifeCycle {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(1);

  private final PeriodicTask following;

  CertificateWatch(FollowedStores<?> stores) {
    following = new PeriodicTask("certificates", INTERVAL, stores::follow);
  }

  @Override
  protected void doStart() {
    following.start();
  }

  @Override
  protected void doStop() throws InterruptedException {
    following.stop(STOP_LIMIT);
  }
}
