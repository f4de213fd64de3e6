package dev.cinedex.http;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.cinedex.files.StoreFile;
import io.dropwizard.jetty.HttpsConnectorFactory;
import io.dropwizard.jetty.SslReload;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Dropwizard's connector of the type {@code https}. The password of the key store is in a file, and
 * a key store that changes is read again. The name that a client asks for is checked by {@link
 * AllowedHosts}, as it is for other connectors, so a probe may use an address.
 */
@JsonTypeName("https")
public final class HttpsConnector extends HttpsConnectorFactory {
  private @Nullable String keyStorePasswordFile;
  private volatile @Nullable CertificateWatch watch;

  public HttpsConnector() {
    setDisableSniHostCheck(true);
  }

  /** Sets the file with the password of the key store on one line. */
  @JsonProperty
  public void setKeyStorePasswordFile(String file) {
    keyStorePasswordFile = file;
  }

  @Override
  public boolean isValidKeyStorePassword() {
    return keyStorePasswordFile != null || super.isValidKeyStorePassword();
  }

  /**
   * Makes the connector.
   *
   * @throws dev.cinedex.errors.StartupException when the key store cannot be used
   */
  @Override
  public Connector build(
      Server server, MetricRegistry metrics, String name, @Nullable ThreadPool threads) {
    if (keyStorePasswordFile == null) {
      return super.build(server, metrics, name, threads); // the password is in the configuration
    }
    StoreFile store =
        StoreFile.of("keyStorePath", getKeyStorePath(), keyStorePasswordFile).orElseThrow();
    read(store);
    Connector connector = super.build(server, metrics, name, threads);
    SslReload reload = // the last one is the connector's own
        server.getBeans(SslReload.class).stream().reduce((one, other) -> other).orElseThrow();
    watch =
        new CertificateWatch(
            store,
            () -> {
              Instant expiry = read(store);
              reload.reloadDryRun();
              reload.reload();
              return expiry;
            });
    connector.addBean(watch);
    return connector;
  }

  /** Reads the store, and returns when its certificate expires. */
  private Instant read(StoreFile store) {
    char[] password = store.password();
    Instant expiry = store.expiry(store.readKeys(password));
    setKeyStorePassword(new String(password));
    return expiry;
  }

  /** Returns when the certificate expires; empty before the connector starts. */
  Optional<Instant> expiry() {
    return Optional.ofNullable(watch).flatMap(CertificateWatch::expiry);
  }
}
