package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import dev.cinedex.cassandra.Certificates;
import dev.cinedex.errors.StartupException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpsConnectorTest {
  @TempDir Path directory;

  @Test
  void aStoreThatCannotBeUsedIsRefusedAtTheStart() throws Exception {
    Certificates certificates = new Certificates(directory);
    Path password = certificates.passwordFile();
    Path expired = certificates.keyStore("expired", "dns:localhost", "-3d", 2);
    Path valid = certificates.keyStore("valid", "dns:localhost", "-1d", 100);
    Path open = Files.copy(valid, directory.resolve("open.p12"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    Path wrong = Files.writeString(directory.resolve("wrong.password"), "wrong\n");
    Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));

    assertRefused(expired, password, "expired.p12", "has expired");
    assertRefused(open, password, "open.p12", "chmod 600");
    assertRefused(directory.resolve("missing.p12"), password, "missing.p12", "cannot be read");
    assertRefused(valid, wrong, "valid.p12", "wrong.password");
    assertRefused(valid, directory.resolve("none.password"), "none.password", "cannot be read");
    assertThat(connector(valid, password).build(new Server(), new MetricRegistry(), "test", null))
        .isNotNull();
  }

  private static void assertRefused(Path store, Path password, String... words) {
    assertThatThrownBy(
            () ->
                connector(store, password).build(new Server(), new MetricRegistry(), "test", null))
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
