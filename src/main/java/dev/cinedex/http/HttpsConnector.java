package dev.cinedex.http;

import static java.util.Objects.requireNonNull;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.google.common.base.Strings;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.Expiring;
import dev.cinedex.files.FollowedStores;
import dev.cinedex.files.OpenStore;
import dev.cinedex.files.StoreFile;
import io.dropwizard.jetty.HttpsConnectorFactory;
import io.dropwizard.jetty.SslReload;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Dropwizard's connector of the type {@code https}. The passwords of its stores are in files, and
 * stores that change are read again. The name that a client asks for is checked by {@link
 * AllowedHosts}, as it is for other connectors, so a probe may use an address.
 */
@JsonTypeName("https")
public final class HttpsConnector extends HttpsConnectorFactory {
  private @Nullable String keyStorePasswordFile;
  private @Nullable String trustStorePasswordFile;
  private @Nullable FollowedStores<Stores> stores;

  /**
   * The stores as they were read, so that Jetty reads no file.
   *
   * @param trusted has the authorities of the certificates of clients, if clients must show one
   */
  private record Stores(OpenStore keys, Optional<OpenStore> trusted) implements Expiring {
    @Override
    public Instant expiry() {
      Instant ofKeys = keys.expiry();
      return trusted.map(OpenStore::expiry).filter(ofKeys::isAfter).orElse(ofKeys);
    }

    void give(SslContextFactory jetty) {
      jetty.setKeyStore(keys.store());
      jetty.setKeyStorePassword(keys.password());
      jetty.setTrustStore(trusted.orElse(keys).store()); // as Jetty does without a trust store
    }
  }

  public HttpsConnector() {
    setDisableSniHostCheck(true);
  }

  /** Sets the file with the password of the key store on one line. */
  @JsonProperty
  public void setKeyStorePasswordFile(String file) {
    keyStorePasswordFile = file;
  }

  /** Sets the file with the password of the trust store on one line. */
  @JsonProperty
  public void setTrustStorePasswordFile(String file) {
    trustStorePasswordFile = file;
  }

  /** Leaves it to {@link #build} to refuse a store without a password file. */
  @Override
  public boolean isValidKeyStorePassword() {
    return true;
  }

  /**
   * Makes the connector.
   *
   * @throws StartupException when a password is in the configuration, or a store cannot be used
   */
  @Override
  public Connector build(
      Server server, MetricRegistry metrics, String name, @Nullable ThreadPool threads) {
    requireNoPassword(getKeyStorePassword(), "keyStorePassword", "keyStorePasswordFile");
    requireNoPassword(getTrustStorePassword(), "trustStorePassword", "trustStorePasswordFile");
    requireNoPassword(getKeyManagerPassword(), "keyManagerPassword", "keyStorePasswordFile");
    StoreFile keys =
        StoreFile.of(
                "keyStorePath", getKeyStorePath(), "keyStorePasswordFile", keyStorePasswordFile)
            .orElseThrow(
                () ->
                    new StartupException(
                        "A connector of the type https needs keyStorePath and keyStorePasswordFile: set them to a PKCS12 file with a certificate and its key, and to the file with its password"));
    Optional<StoreFile> trusted =
        StoreFile.of(
            "trustStorePath",
            getTrustStorePath(),
            "trustStorePasswordFile",
            trustStorePasswordFile);
    FollowedStores<Stores> followed =
        new FollowedStores<>(
            "The key store or the trust store of a connector",
            Stream.concat(Stream.of(keys), trusted.stream()).toList(),
            () -> tried(new Stores(keys.openKeys(), trusted.map(StoreFile::openCertificates))));
    stores = followed;
    Connector connector = super.build(server, metrics, name, threads);
    SslReload reload = // the last one is the connector's own
        server.getBeans(SslReload.class).stream().reduce((one, other) -> other).orElseThrow();
    connector.addBean(new CertificateWatch(followed, reload));
    return connector;
  }

  private static void requireNoPassword(@Nullable String password, String setting, String other) {
    if (!Strings.isNullOrEmpty(password)) {
      throw new StartupException(
          "%s is a password in the configuration. Put it on one line of a file of mode 600, and set %s to that file"
              .formatted(setting, other));
    }
  }

  /** Has Jetty make a context of the stores that nobody uses. */
  private Stores tried(Stores read) {
    try {
      new SslContextFactory.Server().reload(factory -> configure(factory, read));
      return read;
    } catch (StartupException e) {
      throw e;
    } catch (Exception e) {
      throw new StartupException(
          "%s cannot be used for TLS: %s".formatted(getKeyStorePath(), e.getMessage()), e);
    }
  }

  @Override
  protected SslContextFactory.Server configureSslContextFactory(SslContextFactory factory) {
    return configure(factory, requireNonNull(stores).content());
  }

  private SslContextFactory.Server configure(SslContextFactory factory, Stores read) {
    SslContextFactory.Server configured = super.configureSslContextFactory(factory);
    read.give(configured);
    return configured;
  }

  /** Returns the stores with the certificates; empty before the connector is made. */
  Optional<FollowedStores<?>> stores() {
    return Optional.ofNullable(stores);
  }
}
