package dev.cinedex.cli;

import dev.cinedex.embedded.Ports;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.core.Application;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ServerCommand;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.health.DefaultHealthFactory;
import io.dropwizard.health.HealthFactory;
import io.dropwizard.jetty.ConnectorFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import net.sourceforge.argparse4j.inf.Namespace;

/** {@code server config.yml}: starts the service if its ports are free. */
public final class ServeCommand extends ServerCommand<CinedexConfiguration> {
  public ServeCommand(Application<CinedexConfiguration> application) {
    super(application);
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration)
      throws Exception {
    // Checked first: an embedded Cassandra takes seconds to start.
    if (configuration.getServerFactory() instanceof DefaultServerFactory server) {
      requireFree(server.getApplicationConnectors(), "HTTP_PORT");
      requireFree(server.getAdminConnectors(), "ADMIN_PORT");
    }
    if (configuration.cassandra().embedded()) {
      configuration.getHealthFactory().ifPresent(ServeCommand::stopAtOnce);
    }
    super.run(bootstrap, namespace, configuration);
  }

  /** Spares the only user of an embedded node the pause before the service stops. */
  private static void stopAtOnce(HealthFactory health) {
    if (health instanceof DefaultHealthFactory settings) {
      settings.setDelayedShutdownHandlerEnabled(false);
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }

  private static void requireFree(List<ConnectorFactory> connectors, String setting)
      throws UnknownHostException {
    for (ConnectorFactory connector : connectors) {
      if (connector instanceof HttpConnectorFactory http && http.getPort() != 0) {
        String host = http.getBindHost() == null ? "0.0.0.0" : http.getBindHost();
        Ports.requireFree(
            new InetSocketAddress(InetAddress.getByName(host), http.getPort()),
            setting,
            "or stop the process that uses it");
      }
    }
  }
}
