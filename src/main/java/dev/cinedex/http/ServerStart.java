package dev.cinedex.http;

import io.dropwizard.lifecycle.JettyManaged;
import io.dropwizard.lifecycle.Managed;
import io.dropwizard.lifecycle.setup.LifecycleEnvironment;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.LifeCycle;

/** Takes part in the start of the server. */
public final class ServerStart {
  private ServerStart() {}

  /** Prepares the server before its parts start. */
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
   * Does the last work of the start: all parts of the server have started, and no port is open.
   *
   * @param work may wait; the server does not start if this throws an exception
   */
  public static void finish(LifecycleEnvironment lifecycle, Managed work) {
    prepare(lifecycle, server -> server.addBean(new JettyManaged(work)));
  }
}
