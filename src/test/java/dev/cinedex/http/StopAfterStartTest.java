package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.ShutdownThread;
import org.junit.jupiter.api.Test;

class StopAfterStartTest {
  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Server server = new Server();

  /** The connectors open one after the other: the first one answers before the last one is open. */
  @Test
  void aServerThatIsStillStartingStopsWhenItHasStarted() throws Exception {
    server.setStopAtShutdown(true);
    server.addBean(new StopAfterStart(server));
    server.addConnector(new ServerConnector(server));
    server.addConnector(slowConnector());
    Thread start = thread(server::start);
    opened.await();

    Runnable ofJetty = ShutdownThread.getInstance();
    Thread shutdown = thread(ofJetty::run);
    shutdown.join(200);
    assertThat(shutdown.isAlive()).as("the process waits").isTrue();
    goOn.countDown();
    shutdown.join();
    start.join();

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

  private interface Work {
    void run() throws Exception;
  }

  private static Thread thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    thread.start();
    return thread;
  }
}
