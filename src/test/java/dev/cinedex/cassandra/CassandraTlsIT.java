package dev.cinedex.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.errors.StartupException;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.Duration;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that accepts connections by TLS alone, and only of clients that it knows. */
class CassandraTlsIT {
  @TempDir static Path directory;

  private static Certificates certificates;
  private static Path service;
  private static Path trusted;
  private static Path password;
  private static InetSocketAddress address;
  private static EmbeddedCassandra node;

  @BeforeAll
  static void start() throws Exception {
    certificates = new Certificates(directory);
    Path server = certificates.keyStore("node", "ip:127.0.0.1", "-1d", 100);
    service = certificates.keyStore("service", "dns:service", "-1d", 100);
    trusted = certificates.trustStore("trusted", List.of(server));
    password = certificates.passwordFile();
    address = TestCassandra.freeAddress();
    node =
        EmbeddedCassandra.start(
            directory.resolve("data"),
            address,
            "-XX:TieredStopAtLevel=1",
            "-Dcassandra.config.allow_system_properties=true",
            option("enabled", "true"),
            option("keystore", server.toString()),
            option("keystore_password", Certificates.PASSWORD),
            option("require_client_auth", "true"),
            option("truststore", certificates.trustStore("clients", List.of(service)).toString()),
            option("truststore_password", Certificates.PASSWORD));
  }

  private static String option(String name, String value) {
    return "-Dcassandra.settings.client_encryption_options.%s=%s".formatted(name, value);
  }

  @AfterAll
  static void stop() {
    node.stop();
  }

  @Test
  void aServiceThatKnowsTheNodeAndIsKnownConnects() {
    try (CqlSession session = connect(tls(trusted, service))) {
      assertThat(session.execute("SELECT cluster_name FROM system.local").one()).isNotNull();
    }
  }

  @Test
  void aNodeThatIsReachedByANameThatItsCertificateDoesNotHaveIsRefused() {
    assertThatThrownBy(() -> connect(tls(trusted, service), "localhost"))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("cannot be encrypted")
        .hasMessageContaining("localhost");
  }

  @Test
  void withoutTlsTheErrorSaysHowToSwitchItOn() {
    assertThatThrownBy(() -> connect(null))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("CASSANDRA_TLS=true");
  }

  @Test
  void aNodeWithAnUnknownCertificateIsRefused() throws Exception {
    Path other = certificates.keyStore("other", "ip:127.0.0.1", "-1d", 100);

    assertThatThrownBy(
            () -> connect(tls(certificates.trustStore("others", List.of(other)), service)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("cannot be encrypted")
        .hasMessageContaining("CASSANDRA_TRUST_STORE");
  }

  @Test
  void aServiceThatShowsNoCertificateIsRefusedByTheNode() {
    assertThatThrownBy(() -> connect(tls(trusted, null)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("CASSANDRA_KEY_STORE");
  }

  @Test
  void aStoreThatChangesCountsForTheNextConnection() throws Exception {
    Path unknown = certificates.keyStore("unknown", "dns:service", "-1d", 50);
    Path store = Files.copy(unknown, directory.resolve("changing.p12"));
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-------"));
    NodeTls engines = tls(trusted, store).open().orElseThrow();
    assertThatThrownBy(() -> connectBy(engines)).isInstanceOf(AllNodesFailedException.class);

    Path copy = Files.copy(service, directory.resolve("copy.p12"));
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
    Files.move(copy, store, StandardCopyOption.REPLACE_EXISTING);
    engines.stores().follow();
    assertThat(engines.stores().areCurrent()).isFalse();
    assertThatThrownBy(() -> connectBy(engines)).isInstanceOf(AllNodesFailedException.class);

    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-------"));
    engines.stores().follow();
    assertThat(engines.stores().areCurrent()).isTrue();
    connectBy(engines).close();
  }

  @Test
  void aSessionFollowsItsStoresUntilItIsClosed() {
    CqlSession session = connect(tls(trusted, service));
    assertThat(NodeTls.of(session)).isPresent();
    assertThat(followers()).isOne();

    session.close();
    await().untilAsserted(() -> assertThat(followers()).isZero());
  }

  private static long followers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("certificates for Cassandra"))
        .count();
  }

  @Test
  void whatCannotBeUsedIsRefusedWithItsFile() throws Exception {
    Path expired = certificates.keyStore("expired", "dns:service", "-3d", 2);
    Path open = certificates.keyStore("open", "dns:service", "-1d", 100);
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    Path empty = Files.createFile(directory.resolve("empty.p12"));

    assertRefused(tls(trusted, expired), "expired.p12", "has expired");
    assertRefused(tls(trusted, open), "open.p12", "chmod 600");
    assertRefused(tls(empty, service), "empty.p12", "cannot be read");
    assertRefused(tls(directory.resolve("missing.p12"), service), "missing.p12", "cannot be read");
    assertRefused(tls(directory, service), directory.toString(), "cannot be read");
    Path withoutKey = Files.copy(trusted, directory.resolve("without-key.p12"));
    Files.setPosixFilePermissions(withoutKey, PosixFilePermissions.fromString("rw-------"));
    assertRefused(tls(trusted, withoutKey), "without-key.p12", "no key");
    assertRefused(
        new CassandraTls(false, trusted.toString(), password.toString(), null, null),
        "CASSANDRA_TLS=true");
    assertRefused(
        new CassandraTls(true, trusted.toString(), null, null, null),
        "cassandra.tls.trustStorePasswordFile",
        "set both");
  }

  private static CqlSession connectBy(NodeTls engines) {
    return CqlSession.builder()
        .addContactPoint(InetSocketAddress.createUnresolved("127.0.0.1", address.getPort()))
        .withLocalDatacenter("datacenter1")
        .withSslEngineFactory(engines)
        .build();
  }

  private static void assertRefused(CassandraTls tls, String... words) {
    assertThatThrownBy(tls::open)
        .isInstanceOf(StartupException.class)
        .hasMessageContainingAll(words);
  }

  private static CassandraTls tls(Path trustStore, @Nullable Path keyStore) {
    return new CassandraTls(
        true,
        trustStore.toString(),
        password.toString(),
        keyStore == null ? null : keyStore.toString(),
        keyStore == null ? null : password.toString());
  }

  private static CqlSession connect(@Nullable CassandraTls tls) {
    return connect(tls, "127.0.0.1");
  }

  private static CqlSession connect(@Nullable CassandraTls tls, String host) {
    return new CassandraFactory(
            false,
            host + ":" + address.getPort(),
            "datacenter1",
            "movies",
            null,
            null,
            tls,
            Duration.seconds(10),
            "LOCAL_SERIAL",
            DataSize.kibibytes(32),
            Duration.seconds(2))
        .connectWithoutKeyspace();
  }
}
