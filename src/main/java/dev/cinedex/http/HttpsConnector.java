package dev.cinedex.http;

import static java.util.Objects.requireNonNull;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.google.common.base.Strings;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.FollowedStores;
import dev.cinedex.files.OpenStore;
import dev.cinedex.files.StoreFile;
import io.dropwizard.jetty.HttpsConnectorFactory;
import java.util.Optional;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.component.Container;
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
  private @Nullable FollowedStores<SslContextFactory.Server> stores;

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
    FollowedStores<SslContextFactory.Server> followed =
        new FollowedStores<>(
            "The key store or the trust store of a connector",
            Optional.of(keys),
            trusted,
            (own, authorities) -> certificate(own.orElseThrow(), authorities));
    stores = followed;
    Connector connector = super.build(server, metrics, name, threads);
    useHeapBuffers(connector);
    connector.addBean(new CertificateWatch(followed));
    return connector;
  }

  /** The ciphers of the JDK work on arrays, and copy what is in a direct buffer piece by piece. */
  private static void useHeapBuffers(Connector connector) {
    for (SslConnectionFactory tls :
        ((Container) connector).getContainedBeans(SslConnectionFactory.class)) {
      tls.setDirectBuffersForEncryption(false);
      tls.setDirectBuffersForDecryption(false);
    }
  }

  private static void requireNoPassword(@Nullable String password, String setting, String other) {
    if (!Strings.isNullOrEmpty(password)) {
      throw new StartupException(
          "%s is a password in the configuration. Put it on one line of a file of mode 600, and set %s to that file"
              .formatted(setting, other));
    }
  }

  /** Gives Jetty the stores as they were read, so that it reads no file. */
  private SslContextFactory.Server certificate(OpenStore keys, Optional<OpenStore> trusted) {
    SslContextFactory.Server factory =
        super.configureSslContextFactory(new SslContextFactory.Server());
    factory.setKeyStore(keys.store());
    factory.setKeyStorePassword(keys.password());
    factory.setTrustStore(trusted.orElse(keys).store()); // as Jetty does without a trust store
    try {
      factory.start();
    } catch (Exception e) {
      throw new StartupException(
          "%s cannot be used for TLS: %s".formatted(getKeyStorePath(), e.getMessage()), e);
    }
    return factory;
  }

  @Override
  protected SslContextFactory.Server configureSslContextFactory(SslContextFactory factory) {
    FollowedStores<SslContextFactory.Server> followed = requireNonNull(stores);
    return super.configureSslContextFactory(new ExchangedCertificate(followed::content));
  }

  /** Returns the stores with the certificates; empty before the connector is made. */
  Optional<FollowedStores<?>> stores() {
    return Optional.ofNullable(stores);
  }
}
