package dev.cinedex.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.files.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Certificates that sign themselves, made by the {@code keytool} of the JDK. */
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
        List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name),
        List.of("-ext", "san=" + subjects, "-startdate", begin, "-validity", "" + days));
    return Files.setPosixFilePermissions(store, SecretFile.PRIVATE);
  }

  /** Makes a store with the certificates of key stores. */
  public Path trustStore(String name, List<Path> keyStores) throws Exception {
    Path store = directory.resolve(name + ".p12");
    Files.deleteIfExists(store);
    for (Path keys : keyStores) {
      String alias = keys.getFileName().toString().replace(".p12", "");
      Path certificate = directory.resolve(alias + ".crt");
      keytool(
          keys,
          List.of("-exportcert", "-alias", alias),
          List.of("-rfc", "-file", certificate.toString()));
      keytool(
          store,
          List.of("-importcert", "-alias", alias),
          List.of("-noprompt", "-file", certificate.toString()));
    }
    return store;
  }

  /** Makes the file with the password of all stores. */
  public Path passwordFile() throws IOException {
    Path file = Files.writeString(directory.resolve("stores.password"), PASSWORD + "\n");
    return Files.setPosixFilePermissions(file, SecretFile.PRIVATE);
  }

  private void keytool(Path store, List<String> command, List<String> options) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(command);
    line.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
    line.addAll(List.of("-storepass", PASSWORD));
    line.addAll(options);
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
