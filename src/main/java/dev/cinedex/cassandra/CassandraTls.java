package dev.cinedex.cassandra;

import dev.cinedex.errors.StartupException;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code cassandra.tls} of {@code config.yml}: whether the connections to Cassandra are
 * encrypted, and with which certificates. Each node must show a certificate of its host name or
 * address.
 *
 * @param enabled whether every connection uses TLS
 * @param trustStore the file (PKCS12 or JKS) with the certificates that vouch for the nodes;
 *     without it, the authorities that the JDK trusts
 * @param trustStorePasswordFile the file with its password on one line
 * @param keyStore the file (PKCS12 or JKS) with the certificate and the key of this service, if the
 *     nodes ask for one
 * @param keyStorePasswordFile the file with its password on one line
 */
public record CassandraTls(
    boolean enabled,
    @Nullable String trustStore,
    @Nullable String trustStorePasswordFile,
    @Nullable String keyStore,
    @Nullable String keyStorePasswordFile) {

  /** The settings without TLS. */
  public static final CassandraTls OFF = new CassandraTls(false, null, null, null, null);

  /**
   * Reads the stores.
   *
   * @throws StartupException when one cannot be used
   */
  NodeTls open() {
    return new NodeTls(
        StoreFile.of("cassandra.tls.trustStore", trustStore, trustStorePasswordFile),
        StoreFile.of("cassandra.tls.keyStore", keyStore, keyStorePasswordFile));
  }
}
