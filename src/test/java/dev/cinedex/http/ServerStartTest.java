package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.lifecycle.Managed;
import io.dropwizard.lifecycle.setup.LifecycleEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ServerStartTest {
  private final LifecycleEnvironment lifecycle = new LifecycleEnvironment(new MetricRegistry());
  private final Server server = new Server();
  private final List<String> work = new ArrayList<>();

  @Test
  void theLastWorkIsDoneAfterTheOtherPartsAndBeforeThePortsAnswer() throws Exception {
    server.addConnector(
        new ServerConnector(server) {
          @Override
          protected void doStart() {
            work.add("port");
          }
        });
    ServerStart.finish(lifecycle, managed(() -> work.add("last")));
    lifecycle.manage(managed(() -> work.add("part")));
    lifecycle.attach(server);

    server.start();
    server.stop();

    assertThat(work).containsExactly("part", "last", "port");
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.SECONDS)
  void aServerWhoseLastWorkFailsDoesNotStart() {
    ServerStart.finish(
        lifecycle,
        managed(
            () -> {
              throw new IllegalStateException("no samples");
            }));
    lifecycle.attach(server);

    assertThatThrownBy(server::start).hasMessageContaining("no samples");
    assertThat(server.isFailed()).isTrue();
  }

  private static Managed managed(Runnable start) {
    return new Managed() {
      @Override
      public void start() {
        start.run();
      }
    };
  }
}
