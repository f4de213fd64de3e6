package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.FollowedStores;
import dev.cinedex.files.OpenStore;
import dev.cinedex.files.StoreFile;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Encrypts the connections to the nodes, and checks that each node has a certificate of the name or
 * the address under which it is reached. Stores that have changed count for the connections that
 * are opened from then on.
 */
public final class NodeTls implements SslEngineFactory {
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private final FollowedStores<SSLContext> stores;
  private final PeriodicTask following;

  /**
   * Reads the stores.
   *
   * @param trusted has the authorities of the nodes; empty for those that the JDK trusts
   * @param own has the certificate and the key of this service; empty when it shows none
   * @throws StartupException when a store cannot be used
   */
  NodeTls(Optional<StoreFile> trusted, Optional<StoreFile> own) {
    stores =
        new FollowedStores<>(
            "The trust store or the key store for Cassandra", own, trusted, NodeTls::context);
    following = new PeriodicTask("certificates for Cassandra", INTERVAL, stores::follow);
  }

  /** Returns what encrypts the connections of a session; empty when nothing does. */
  public static Optional<NodeTls> of(Session session) {
    return session
        .getContext()
        .getSslEngineFactory()
        .filter(NodeTls.class::isInstance)
        .map(NodeTls.class::cast);
  }

  /** Reads the stores again when they change, until the session is closed. */
  void follow() {
    following.start();
  }

  /** Returns the stores with the certificates. */
  public FollowedStores<?> stores() {
    return stores;
  }

  private static SSLContext context(Optional<OpenStore> own, Optional<OpenStore> trusted) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          own.isPresent() ? keyManagers(own.get()) : null,
          trusted.isPresent() ? trustManagers(trusted.get()) : null,
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new StartupException(
          "The connections to Cassandra cannot be encrypted (%s): check cassandra.tls.trustStore and keyStore"
              .formatted(e.getMessage()),
          e);
    }
  }

  private static KeyManager[] keyManagers(OpenStore own) throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own.store(), own.password().toCharArray());
    return keys.getKeyManagers();
  }

  private static TrustManager[] trustManagers(OpenStore trusted) throws GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted.store());
    return trust.getTrustManagers();
  }

  @Override
  public SSLEngine newSslEngine(EndPoint node) {
    // The driver's own factories ask the DNS for a name of the address, and verify that one.
    InetSocketAddress address = (InetSocketAddress) node.resolve();
    SSLEngine engine = stores.content().createSSLEngine(address.getHostString(), address.getPort());
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }

  @Override
  public void close() {
    following.cancel();
  }
}
