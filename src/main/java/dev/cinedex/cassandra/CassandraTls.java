package dev.cinedex.cassandra;

import dev.cinedex.errors.StartupException;
import dev.cinedex.files.StoreFile;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code cassandra.tls} of {@code config.yml}: whether the connections to Cassandra are
 * encrypted, and with which certificates. Each node must show a certificate of the name or the
 * address under which it is reached.
 *
 * @param enabled whether every connection uses TLS
 * @param trustStore the file (PKCS12 or JKS) with the certificates of the authorities of the nodes;
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

  /**
   * Reads the stores; empty without TLS.
   *
   * @throws StartupException when one cannot be used
   */
  Optional<NodeTls> open() {
    Optional<StoreFile> trusted =
        StoreFile.of(
            "cassandra.tls.trustStore",
            trustStore,
            "cassandra.tls.trustStorePasswordFile",
            trustStorePasswordFile);
    Optional<StoreFile> own =
        StoreFile.of(
            "cassandra.tls.keyStore",
            keyStore,
            "cassandra.tls.keyStorePasswordFile",
            keyStorePasswordFile);
    if (!enabled && (trusted.isPresent() || own.isPresent())) {
      throw new StartupException(
          "cassandra.tls has a store, and cassandra.tls.enabled is false: set CASSANDRA_TLS=true, or remove the setting of the store");
    }
    return enabled ? Optional.of(new NodeTls(trusted, own)) : Optional.empty();
  }
}
