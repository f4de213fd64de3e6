package dev.cinedex.instance;

import dev.cinedex.files.FollowedStores;
import dev.cinedex.http.CinedexServerFactory;
import dev.cinedex.metrics.Metrics;
import io.dropwizard.core.server.ServerFactory;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

/** The gauges of the certificates: those for clients, and those for Cassandra. */
public final class CertificateGauges {
  private final ServerFactory server;
  private final ServiceInstance service;

  public CertificateGauges(ServerFactory server, ServiceInstance service) {
    this.server = server;
    this.service = service;
  }

  public void register(Metrics metrics) {
    metrics.gauge(
        "cinedex_certificate_expiry_timestamp_seconds",
        "When the first certificate of this service, or of its stores for Cassandra, expires, in seconds since the epoch; 0 if there is no certificate",
        () ->
            stores()
                .flatMap(store -> store.expiry().stream())
                .min(Comparator.naturalOrder())
                .map(Instant::getEpochSecond)
                .orElse(0L));
    metrics.gauge(
        "cinedex_certificates_current",
        "0 when a store of certificates cannot be read or used, and what was read before is in use; otherwise 1",
        () -> stores().allMatch(FollowedStores::areCurrent) ? 1 : 0);
  }

  private Stream<FollowedStores<?>> stores() {
    Stream<FollowedStores<?>> ofClients =
        server instanceof CinedexServerFactory ours ? ours.stores().stream() : Stream.empty();
    return Stream.concat(ofClients, service.stores().stream());
  }
}
