package dev.cinedex.http;

import java.time.Duration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.ShutdownThread;

/**
 * Lets a process that is told to stop wait until its server has started. A server already answers
 * when its first connector has started, but Jetty does not stop it before the last one has: its
 * requests would be cut off. This must be the last part to start before the connectors.
 */
final class StopAfterStart extends AbstractLifeCycle {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 20;

  private final Server server;

  StopAfterStart(Server server) {
    this.server = server;
  }

  @Override
  protected void doStart() {
    ShutdownThread.register(0, this); // before the server
  }

  @Override
  protected void doStop() throws InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (server.isStarting() && System.nanoTime() < end) {
      Thread.sleep(POLL_MILLIS);
    }
    ShutdownThread.deregister(this);
  }
}
