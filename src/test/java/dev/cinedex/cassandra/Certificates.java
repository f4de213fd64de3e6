package dev.cinedex.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.files.SecretFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores of certificates that sign themselves, made by the {@code keytool} of the JDK. */
public final class Certificates {
  public static final String PASSWORD = "a secret of the stores";

  private final Path directory;

  public Certificates(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes a store with a key and its certificate.
   *
   * @param subjects such as {@code dns:localhost,ip:127.0.0.1}
   * @param begin when it becomes valid, such as {@code -2d}
   * @param days for how long it is valid
   */
  public Path keyStore(String name, String subjects, String begin, int days) throws Exception {
    Path store = directory.resolve(name + ".p12");
    Files.deleteIfExists(store);
    keytool(
        store,
        "-genkeypair -alias %s -keyalg EC -dname CN=%s -ext san=%s -startdate %s -validity %d"
            .formatted(name, name, subjects, begin, days));
    return Files.setPosixFilePermissions(store, SecretFile.PRIVATE);
  }

  /** Makes a store with the certificates of key stores. */
  public Path trustStore(String name, List<Path> keyStores) throws Exception {
    Path store = directory.resolve(name + ".p12");
    KeyStore trusted = load(null);
    for (Path keys : keyStores) {
      String alias = keys.getFileName().toString().replace(".p12", "");
      try (InputStream in = Files.newInputStream(keys)) {
        trusted.setCertificateEntry(alias, load(in).getCertificate(alias));
      }
    }
    try (OutputStream out = Files.newOutputStream(store)) {
      trusted.store(out, PASSWORD.toCharArray());
    }
    return store;
  }

  /** Makes the file with the password of all stores. */
  public Path passwordFile() throws IOException {
    Path file = Files.writeString(directory.resolve("stores.password"), PASSWORD + "\n");
    return Files.setPosixFilePermissions(file, SecretFile.PRIVATE);
  }

  private static KeyStore load(@Nullable InputStream in) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(in, PASSWORD.toCharArray());
    return store;
  }

  private static void keytool(Path store, String command) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.add("-J-XX:TieredStopAtLevel=1");
    line.addAll(List.of(command.split(" ")));
    line.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
    line.addAll(List.of("-storepass", PASSWORD));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
