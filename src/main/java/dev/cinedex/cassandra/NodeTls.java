package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.FollowedFile;
import dev.cinedex.files.StoreFile;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
final class NodeTls implements SslEngineFactory {
  private final List<StoreFile> stores;
  private final FollowedFile<SSLContext> context;
  private String stamp;

  /**
   * Reads the stores.
   *
   * @param trusted vouches for the nodes; empty for the authorities that the JDK trusts
   * @param own has the certificate and the key of this service; empty when it shows none
   * @throws StartupException when a store cannot be used
   */
  NodeTls(Optional<StoreFile> trusted, Optional<StoreFile> own) {
    this.stores = Stream.of(trusted, own).flatMap(Optional::stream).toList();
    this.stamp = stamp();
    this.context =
        new FollowedFile<>(
            "The trust store or the key store for Cassandra", () -> read(trusted, own));
  }

  private static SSLContext read(Optional<StoreFile> trusted, Optional<StoreFile> own) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          own.isPresent() ? keyManagers(own.get()) : null,
          trusted.isPresent() ? trustManagers(trusted.get()) : null,
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new StartupException(
          "The connections to Cassandra cannot be encrypted (%s): check cassandra.tls.trustStore and keyStore. The key in a key store must have the password of the store"
              .formatted(e.getMessage()),
          e);
    }
  }

  private static KeyManager[] keyManagers(StoreFile own) throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    char[] password = own.password();
    keys.init(own.readKeys(password), password);
    return keys.getKeyManagers();
  }

  private static TrustManager[] trustManagers(StoreFile trusted) throws GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted.readCertificates(trusted.password()));
    return trust.getTrustManagers();
  }

  @Override
  public SSLEngine newSslEngine(EndPoint node) {
    reloadIfChanged();
    // The driver's own factories ask the DNS for a name of the address, and verify that one.
    InetSocketAddress address = (InetSocketAddress) node.resolve();
    SSLEngine engine =
        context.content().createSSLEngine(address.getHostString(), address.getPort());
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }

  private synchronized void reloadIfChanged() {
    String now = stamp();
    if (!now.equals(stamp)) {
      stamp = now;
      context.reload();
    }
  }

  private String stamp() {
    return stores.stream().map(StoreFile::stamp).toList().toString();
  }

  @Override
  public void close() {
    // The stores are read at once, and nothing stays open.
  }
}
