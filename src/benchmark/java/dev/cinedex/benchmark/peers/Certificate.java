package dev.cinedex.benchmark.peers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate that signs itself, of a server on loopback.
 *
 * @param store the key store with the certificate and its key
 * @param passwordFile the file with its password
 */
record Certificate(Path store, Path passwordFile) {
  private static final String PASSWORD = "benchmark";

  /** Makes one with the JDK's tool: RSA with 2,048 bits, as most servers have. */
  static Certificate create(Path folder) throws Exception {
    Path store = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-alias", "server", "-keyalg", "RSA", "-keysize", "2048",
                "-dname", "CN=localhost", "-ext", "san=dns:localhost,ip:127.0.0.1",
                "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD)
            .inheritIO()
            .start();
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException("keytool made no key store");
    }
    Path passwordFile = Files.writeString(folder.resolve("server.password"), PASSWORD);
    for (Path file : new Path[] {store, passwordFile}) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return new Certificate(store, passwordFile);
  }

  /** Returns what connects to the server alone. */
  SocketFactory clients() throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry(
        "server",
        KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()).getCertificate("server"));
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context.getSocketFactory();
  }
}
