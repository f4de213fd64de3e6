package dev.cinedex.http;

import com.google.common.base.Splitter;
import io.dropwizard.core.server.ServerFactory;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
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

  /** The address in an element of either header. */
  private static final Pattern ADDRESS =
      Pattern.compile("(?:.*\\bfor=)?\"?\\[?([^\"\\];]*).*", Pattern.CASE_INSENSITIVE);

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
        ? forwarded.customize(new OfTheClient(request, this), headers)
        : request;
  }

  /** A request whose forwarded headers have the address of its client alone. */
  private static final class OfTheClient extends Request.Wrapper {
    private final HttpFields headers;

    private OfTheClient(Request request, TrustedProxies proxies) {
      super(request);
      HttpFields.Mutable changed = HttpFields.build(request.getHeaders());
      proxies.keepClient(changed, HttpHeader.X_FORWARDED_FOR);
      proxies.keepClient(changed, HttpHeader.FORWARDED);
      headers = changed.asImmutable();
    }

    @Override
    public HttpFields getHeaders() {
      return headers;
    }
  }

  /**
   * Keeps the last address that is no trusted proxy. Each proxy adds the address from which it got
   * the request at the end; what stands before came from the client.
   */
  private void keepClient(HttpFields.Mutable headers, HttpHeader header) {
    List<String> passed = headers.getCSV(header, true);
    if (passed.size() > 1) {
      Stream<String> strangers = passed.stream().filter(each -> !addresses.contains(address(each)));
      headers.put(header, strangers.reduce((first, second) -> second).orElse(passed.get(0)));
    }
  }

  private static String address(String element) {
    return ADDRESS.matcher(element).replaceFirst("$1");
  }
}
