package dev.cinedex.http;

import static java.util.stream.Collectors.toUnmodifiableSet;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import io.dropwizard.core.server.ServerFactory;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
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

  private static final Splitter SEMICOLONS = Splitter.on(';').trimResults();
  private static final CharMatcher QUOTE = CharMatcher.is('"');
  private static final String FOR = "for=";

  static TrustedProxies of(ServerFactory server) {
    String listed = server instanceof CinedexServerFactory ours ? ours.trustedProxies() : "";
    return new TrustedProxies(
        COMMAS.splitToStream(listed).map(TrustedProxies::normal).collect(toUnmodifiableSet()));
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
            && addresses.contains(normal(from.getAddress().getHostAddress()))
        ? forwarded.customize(new OfTheClient(request, this), headers)
        : request;
  }

  /** A request whose forwarded headers have the address of its client alone. */
  private static final class OfTheClient extends Request.Wrapper {
    private final HttpFields headers;

    private OfTheClient(Request request, TrustedProxies proxies) {
      super(request);
      HttpFields.Mutable changed = HttpFields.build(request.getHeaders());
      proxies.keepClient(changed);
      headers = changed.asImmutable();
    }

    @Override
    public HttpFields getHeaders() {
      return headers;
    }
  }

  /**
   * Keeps the last address that is no trusted proxy. Each proxy adds the address from which it got
   * the request at the end; what stands before came from the client. Of two headers, one is perhaps
   * the client's alone, so neither counts.
   */
  private void keepClient(HttpFields.Mutable headers) {
    String forwarded = String.join(",", headers.getValuesList(HttpHeader.FORWARDED));
    if (hasOpenQuote(forwarded)
        || (!forwarded.isEmpty() && headers.contains(HttpHeader.X_FORWARDED_FOR))) {
      headers.remove(HttpHeader.FORWARDED);
      headers.remove(HttpHeader.X_FORWARDED_FOR);
      return;
    }
    keepClient(headers, HttpHeader.X_FORWARDED_FOR, element -> element);
    keepClient(headers, HttpHeader.FORWARDED, TrustedProxies::forwardedFor);
  }

  /** A quote that stays open would make one element of a client's part and the proxy's. */
  private static boolean hasOpenQuote(String forwarded) {
    return QUOTE.countIn(forwarded) % 2 > 0 || forwarded.contains("\\"); // which hides a quote
  }

  /** Returns the address in an element of {@code Forwarded}: that of its first {@code for}. */
  private static String forwardedFor(String element) {
    return SEMICOLONS
        .splitToStream(element)
        .filter(part -> part.regionMatches(true, 0, FOR, 0, FOR.length()))
        .findFirst()
        .map(part -> QUOTE.trimFrom(part.substring(FOR.length())))
        .orElse("");
  }

  private void keepClient(
      HttpFields.Mutable headers, HttpHeader header, UnaryOperator<String> address) {
    List<String> passed = headers.getCSV(header, true);
    if (passed.size() > 1) {
      Stream<String> strangers =
          passed.stream().filter(each -> !addresses.contains(normal(address.apply(each))));
      headers.put(header, strangers.reduce((first, second) -> second).orElse(passed.get(0)));
    }
  }

  /** Returns the one spelling of an IP address, without a port; other texts as they are. */
  private static String normal(String address) {
    try {
      String host = HostAndPort.fromString(address).getHost();
      return InetAddresses.toAddrString(InetAddresses.forString(host));
    } catch (IllegalArgumentException e) {
      return address;
    }
  }
}
