package dev.cinedex.http;

import com.google.common.base.Splitter;
import io.dropwizard.core.server.ServerFactory;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;

/**
 * The proxies whose {@code Forwarded} headers count, where a connector has {@code
 * useForwardedHeaders: true}. Jetty itself would believe everybody.
 *
 * @param addresses IP addresses
 */
record TrustedProxies(Set<String> addresses) {
  private static final Splitter COMMAS = Splitter.on(',').trimResults().omitEmptyStrings();

  static TrustedProxies of(ServerFactory server) {
    String listed = server instanceof CinedexServerFactory ours ? ours.trustedProxies() : "";
    return new TrustedProxies(Set.copyOf(COMMAS.splitToList(listed)));
  }

  /** Replaces Jetty's customizers of all connectors, before the server accepts connections. */
  void restrict(Server server) {
    for (var connector : server.getConnectors()) {
      HttpConnectionFactory factory = connector.getConnectionFactory(HttpConnectionFactory.class);
      if (factory != null) {
        List<HttpConfiguration.Customizer> customizers =
            factory.getHttpConfiguration().getCustomizers();
        customizers.replaceAll(
            customizer ->
                customizer instanceof ForwardedRequestCustomizer forwarded
                    ? (request, headers) -> customize(forwarded, request, headers)
                    : customizer);
      }
    }
  }

  private Request customize(
      ForwardedRequestCustomizer forwarded, Request request, HttpFields.Mutable headers) {
    return request.getConnectionMetaData().getRemoteSocketAddress()
                instanceof InetSocketAddress from
            && addresses.contains(from.getAddress().getHostAddress())
        ? forwarded.customize(request, headers)
        : request;
  }
}
