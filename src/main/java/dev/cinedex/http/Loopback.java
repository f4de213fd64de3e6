package dev.cinedex.http;

import com.google.common.net.InetAddresses;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.server.ServerFactory;
import io.dropwizard.jetty.ConnectorFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the addresses and names that only clients on the same machine can reach. */
public final class Loopback {
  private Loopback() {}

  /** Returns whether nobody but clients on this machine can reach the application port. */
  public static boolean hasApplicationPort(ServerFactory server) {
    return server instanceof DefaultServerFactory connectors
        && areLoopback(connectors.getApplicationConnectors());
  }

  /** Returns whether all connectors listen on loopback addresses alone. */
  static boolean areLoopback(List<ConnectorFactory> connectors) {
    return connectors.stream()
        .allMatch(
            connector ->
                connector instanceof HttpConnectorFactory http && isLoopback(http.getBindHost()));
  }

  static boolean isLoopback(@Nullable String host) {
    if (host == null) {
      return false; // every address of the machine
    }
    String name = unbracketed(host);
    return name.equalsIgnoreCase("localhost")
        || (InetAddresses.isInetAddress(name) && InetAddresses.forString(name).isLoopbackAddress());
  }

  static String unbracketed(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }
}
