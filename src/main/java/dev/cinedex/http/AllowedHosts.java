package dev.cinedex.http;

import com.google.common.base.Ascii;
import com.google.common.base.Splitter;
import com.google.common.net.InetAddresses;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.server.ServerFactory;
import java.util.Set;

/**
 * The names under which clients may reach the service. A web page can let a name of its own point
 * to the service's address ("DNS rebinding"); the browser then takes both for the same site. So the
 * name of a request has to be known.
 *
 * @param listed the names of the configuration; none to go by the address that is listened on
 * @param loopbackOnly whether the service listens on loopback addresses alone
 */
record AllowedHosts(Set<String> listed, boolean loopbackOnly) {
  private static final Splitter COMMAS = Splitter.on(',').trimResults().omitEmptyStrings();

  static AllowedHosts of(ServerFactory server) {
    String listed = server instanceof CinedexServerFactory ours ? ours.allowedHosts() : "";
    return new AllowedHosts(
        Set.copyOf(COMMAS.splitToList(Ascii.toLowerCase(listed))),
        server instanceof DefaultServerFactory connectors
            && Loopback.areLoopback(connectors.getApplicationConnectors())
            && Loopback.areLoopback(connectors.getAdminConnectors()));
  }

  /**
   * Returns whether requests for a name are answered: for a loopback name always; otherwise for the
   * listed names. Without a list, a service that others can reach also answers for an IP address
   * and for a name without a dot, because no web page can have such a name.
   *
   * @param host the name of the request, without the port; an IPv6 address may be in brackets
   */
  boolean allow(String host) {
    String name = Ascii.toLowerCase(host);
    if (Loopback.isLoopback(name) || listed.contains(name)) {
      return true;
    }
    return listed.isEmpty() && !loopbackOnly && (isAddress(name) || !name.contains("."));
  }

  /**
   * Returns whether a request that asks how the service is may use a name: Kubernetes and
   * Prometheus use the address of a pod, which no list can have.
   */
  boolean allowProbe(String host) {
    return allow(host) || (!loopbackOnly && isAddress(host));
  }

  private static boolean isAddress(String host) {
    return InetAddresses.isInetAddress(Loopback.unbracketed(host));
  }
}
