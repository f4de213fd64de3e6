package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.ShutdownThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StopAfterStartTest {
  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Server server = new Server();
  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** The connectors open one after the other: the first one answers before the last one is open. */
  @Test
  void aServerThatIsStillStartingStopsWhenItHasStarted() throws Exception {
    server.setStopAtShutdown(true);
    server.addBean(new StopAfterStart(server));
    server.addConnector(new ServerConnector(server));
    server.addConnector(slowConnector());
    Future<?> start =
        threads.submit(
            () -> {
              server.start();
              return server;
            });
    opened.await();

    Future<?> shutdown = threads.submit(ShutdownThread.getInstance());
    assertThatThrownBy(() -> shutdown.get(200, TimeUnit.MILLISECONDS))
        .as("the process waits")
        .isInstanceOf(TimeoutException.class);
    goOn.countDown();
    shutdown.get();
    start.get();

    assertThat(server.isStopped()).isTrue();
    assertThat(ShutdownThread.isRegistered(server)).isFalse();
  }

  private ServerConnector slowConnector() {
    return new ServerConnector(server) {
      @Override
      protected void doStart() throws Exception {
        super.doStart();
        opened.countDown();
        goOn.await();
      }
    };
  }
}
