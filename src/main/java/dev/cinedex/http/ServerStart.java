package dev.cinedex.http;

import io.dropwizard.lifecycle.JettyManaged;
import io.dropwizard.lifecycle.Managed;
import io.dropwizard.lifecycle.setup.LifecycleEnvironment;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.LifeCycle;

/** Adds work to the start of the server. */
public final class ServerStart {
  private ServerStart() {}

  /**
   * Adds work that begins before the parts of the server start.
   *
   * @param work gets the server
   */
  static void prepare(LifecycleEnvironment lifecycle, Consumer<Server> work) {
    lifecycle.addEventListener(
        new LifeCycle.Listener() {
          @Override
          public void lifeCycleStarting(LifeCycle started) {
            if (started instanceof Server server) {
              work.accept(server);
            }
          }
        });
  }

  /**
   * Adds the last work of the start: all parts of the server have started, and no port answers yet.
   * Clients that connect meanwhile wait. A process that is told to stop during this work does not
   * wait for it. One that is told to stop after it waits until the server has started.
   *
   * @param work may wait; the server does not start if this throws an exception
   */
  public static void finish(LifecycleEnvironment lifecycle, Managed work) {
    prepare(
        lifecycle,
        server -> {
          server.addBean(new JettyManaged(work));
          server.addBean(new StopAfterStart(server));
        });
  }
}
