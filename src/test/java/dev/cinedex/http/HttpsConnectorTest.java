package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import dev.cinedex.cassandra.Certificates;
import dev.cinedex.errors.StartupException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.BiConsumer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpsConnectorTest {
  @TempDir Path directory;

  private Path password;
  private Path valid;

  @BeforeEach
  void makeStore() throws Exception {
    Certificates certificates = new Certificates(directory);
    password = certificates.passwordFile();
    valid = certificates.keyStore("valid", "dns:localhost", "-1d", 100);
  }

  @Test
  void aStoreThatCannotBeUsedIsRefusedAtTheStart() throws Exception {
    Certificates certificates = new Certificates(directory);
    Path expired = certificates.keyStore("expired", "dns:localhost", "-3d", 2);
    Path open = Files.copy(valid, directory.resolve("open.p12"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));

    assertRefused(connector(expired, password), "expired.p12", "has expired");
    assertRefused(connector(open, password), "open.p12", "chmod 600");
    assertRefused(
        connector(directory.resolve("missing.p12"), password), "missing.p12", "cannot be read");
    assertRefused(
        connector(valid, directory.resolve("none.password")), "none.password", "cannot be read");
    assertThat(build(connector(valid, password))).isNotNull();
  }

  @Test
  void aTrustStoreThatCannotBeUsedIsRefusedAtTheStart() throws Exception {
    Path empty = Files.createFile(directory.resolve("empty.p12"));
    HttpsConnector connector = connector(valid, password);
    connector.setTrustStorePath(empty.toString());
    assertRefused(connector, "trustStorePath and trustStorePasswordFile", "set both");

    connector.setTrustStorePasswordFile(password.toString());
    assertRefused(connector, "trustStorePath", empty.toString());
  }

  @Test
  void aConnectorWithoutAStoreIsRefused() {
    HttpsConnector connector = new HttpsConnector();
    connector.setKeyStorePath(" ");

    assertRefused(connector, "keyStorePath", "keyStorePasswordFile");
  }

  @Test
  void passwordsInTheConfigurationAreRefused() {
    List<BiConsumer<HttpsConnector, String>> settings =
        List.of(
            HttpsConnector::setKeyStorePassword,
            HttpsConnector::setTrustStorePassword,
            HttpsConnector::setKeyManagerPassword);
    for (BiConsumer<HttpsConnector, String> setting : settings) {
      HttpsConnector connector = connector(valid, password);
      setting.accept(connector, Certificates.PASSWORD);

      assertRefused(connector, "is a password in the configuration", "PasswordFile");
    }
  }

  /** They are excluded on every JDK. */
  @Test
  void oldVersionsOfTlsAreExcluded() throws Exception {
    Server server = new Server();
    connector(valid, password).build(server, new MetricRegistry(), "test", null);
    SslContextFactory.Server factory = server.getBean(SslContextFactory.Server.class);
    factory.start();

    assertThat(factory.newSSLEngine().getEnabledProtocols()).containsOnly("TLSv1.2", "TLSv1.3");
    assertThat(factory.getExcludeProtocols()).contains("SSL.*", "TLSv1", "TLSv1\\.1");
    factory.stop();
  }

  /** The ciphers of the JDK copy what is in direct buffers: see {@code performance.md}. */
  @Test
  void connectionsEncryptInBuffersOnTheHeap() throws Exception {
    Container connector = (Container) build(connector(valid, password));

    assertThat(connector.getContainedBeans(SslConnectionFactory.class))
        .hasSize(1)
        .noneMatch(SslConnectionFactory::isDirectBuffersForEncryption)
        .noneMatch(SslConnectionFactory::isDirectBuffersForDecryption);
  }

  private static Connector build(HttpsConnector connector) {
    return connector.build(new Server(), new MetricRegistry(), "test", null);
  }

  private static void assertRefused(HttpsConnector connector, String... words) {
    assertThatThrownBy(() -> build(connector))
        .isInstanceOf(StartupException.class)
        .hasMessageContainingAll(words)
        .hasMessageNotContaining(Certificates.PASSWORD);
  }

  private static HttpsConnector connector(Path store, Path password) {
    HttpsConnector connector = new HttpsConnector();
    connector.setKeyStorePath(store.toString());
    connector.setKeyStorePasswordFile(password.toString());
    return connector;
  }
}
