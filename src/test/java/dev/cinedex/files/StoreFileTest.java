package dev.cinedex.files;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.cassandra.Certificates;
import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreFileTest {
  /** The JDK makes none: {@code openssl pkcs12 -export -nocerts} does. */
  private static final String KEY_WITHOUT_CERTIFICATE = "/key-without-certificate.p12";

  private static final char[] PASSWORD = Certificates.PASSWORD.toCharArray();

  @TempDir static Path directory;

  private static Path valid;
  private static Path longer;
  private static Path expired;
  private static Path early;

  private Path password;

  @BeforeAll
  static void makeStores() throws Exception {
    Certificates certificates = new Certificates(directory);
    valid = certificates.keyStore("valid", "dns:localhost", "-1d", 100);
    longer = certificates.keyStore("longer", "dns:localhost", "-1d", 200);
    expired = certificates.keyStore("expired", "dns:localhost", "-3d", 2);
    early = certificates.keyStore("early", "dns:localhost", "+2d", 100);
  }

  @BeforeEach
  void makePassword() throws IOException {
    password = new Certificates(directory).passwordFile();
  }

  private StoreFile store(Path file) {
    return new StoreFile("keyStorePath", file, password);
  }

  /** Writes a private store of a type. */
  private static Path write(String type, ThrowingConsumer entries) throws Exception {
    KeyStore store = KeyStore.getInstance(type);
    store.load(null, PASSWORD);
    entries.accept(store);
    Path file = directory.resolve("written.store");
    Files.deleteIfExists(file);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD);
    }
    return Files.setPosixFilePermissions(file, SecretFile.PRIVATE);
  }

  private interface ThrowingConsumer {
    void accept(KeyStore store) throws Exception;
  }

  private static void copyKey(Path from, KeyStore to, String keyPassword) throws Exception {
    KeyStore store = KeyStore.getInstance(from.toFile(), PASSWORD);
    String alias = store.aliases().nextElement();
    to.setKeyEntry(
        alias,
        store.getKey(alias, PASSWORD),
        keyPassword.toCharArray(),
        store.getCertificateChain(alias));
  }

  private static void copyCertificate(Path from, KeyStore to) throws Exception {
    KeyStore store = KeyStore.getInstance(from.toFile(), PASSWORD);
    String alias = store.aliases().nextElement();
    to.setCertificateEntry(alias, store.getCertificate(alias));
  }

  private static void assertEndsIn(OpenStore store, int days) {
    assertThat(store.expiry())
        .isBetween(
            Instant.now().plus(Duration.ofDays(days - 2)),
            Instant.now().plus(Duration.ofDays(days)));
  }

  private static void assertRefused(Runnable reading, String... words) {
    assertThatThrownBy(reading::run)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("keyStorePath")
        .hasMessageContainingAll(words)
        .hasMessageNotContaining(Certificates.PASSWORD);
  }

  @Test
  void theFirstCertificateOfAKeyThatEndsCounts() throws Exception {
    Path both =
        write(
            "PKCS12",
            store -> {
              copyKey(longer, store, Certificates.PASSWORD);
              copyKey(valid, store, Certificates.PASSWORD);
            });

    assertEndsIn(store(both).openKeys(), 100);
    assertEndsIn(store(longer).openKeys(), 200);
  }

  @Test
  void aKeyWhoseCertificateIsNotValidNowIsRefusedAlsoBesideAValidOne() throws Exception {
    for (Path other : List.of(expired, early)) {
      Path both =
          write(
              "PKCS12",
              store -> {
                copyKey(other, store, Certificates.PASSWORD);
                copyKey(valid, store, Certificates.PASSWORD);
              });

      assertRefused(
          store(both)::openKeys,
          both.toString(),
          other.equals(expired) ? "has expired on" : "is not valid before");
    }
  }

  @Test
  void anAuthorityThatHasExpiredMayBeBesideItsSuccessors() throws Exception {
    Path all =
        write(
            "PKCS12",
            store -> {
              for (Path each : List.of(expired, valid, longer, early)) {
                copyCertificate(each, store);
              }
            });

    assertEndsIn(store(all).openCertificates(), 200);
  }

  @Test
  void authoritiesOfWhichNoneIsValidAreRefused() throws Exception {
    Path one = write("PKCS12", store -> copyCertificate(expired, store));

    assertRefused(store(one)::openCertificates, one.toString(), "has expired on");
  }

  @Test
  void aStoreWithoutWhatIsNeededIsRefused() throws Exception {
    Path secret =
        write(
            "PKCS12",
            store ->
                store.setEntry(
                    "secret",
                    new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                    new KeyStore.PasswordProtection(PASSWORD)));
    assertRefused(store(secret)::openKeys, "has no key");
    assertRefused(store(secret)::openCertificates, "has no certificate");

    Path certificate = write("PKCS12", store -> copyCertificate(valid, store));
    assertRefused(store(certificate)::openKeys, "has no key");

    Path alone = directory.resolve("alone.p12");
    try (InputStream made = StoreFileTest.class.getResourceAsStream(KEY_WITHOUT_CERTIFICATE)) {
      Files.copy(requireNonNull(made), alone);
    }
    Files.setPosixFilePermissions(alone, SecretFile.PRIVATE);
    assertRefused(store(alone)::openKeys, "has a key without a certificate");
  }

  @Test
  void aKeyWithAnotherPasswordThanItsStoreIsRefusedWithTheNextStep() throws Exception {
    Path other = write("JKS", store -> copyKey(valid, store, "another one"));

    assertRefused(store(other)::openKeys, other.toString(), "'valid'", "keytool -keypasswd");
  }

  @Test
  void whatIsNoStoreIsRefused() throws Exception {
    Path empty = Files.createFile(directory.resolve("empty.p12"));
    Files.setPosixFilePermissions(empty, SecretFile.PRIVATE);
    assertRefused(store(empty)::openKeys, empty.toString(), "cannot be read");
    assertRefused(store(directory.resolve("missing"))::openKeys, "missing", "cannot be read");
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rw-------"));
    assertRefused(store(folder)::openKeys, folder.toString(), "cannot be read");
  }

  @ParameterizedTest
  @CsvSource({"rw-r-----, chmod 600", "rw--w----, chmod 600"})
  void aKeyThatOthersMayUseIsRefused(String permissions, String step) throws Exception {
    Path open = write("PKCS12", store -> copyKey(valid, store, Certificates.PASSWORD));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(permissions));

    assertRefused(store(open)::openKeys, step, open.toString());
  }

  @ParameterizedTest
  @CsvSource({"rw-r--r--,", "rw-rw-r--, chmod go-w"})
  void othersMayReadCertificatesAndNotChangeThem(String permissions, String step) throws Exception {
    Path open = write("PKCS12", store -> copyCertificate(valid, store));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(permissions));

    if (step == null) {
      assertEndsIn(store(open).openCertificates(), 100);
    } else {
      assertRefused(store(open)::openCertificates, step, open.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', has no password",
    "' \n', has no password",
    "'one\ntwo\n', has several lines",
    "'wrong\n', cannot be read"
  })
  void aPasswordFileWithoutTheRightLineIsRefused(String content, String reason) throws Exception {
    Files.writeString(password, content);

    assertRefused(store(valid)::openKeys, reason, password.toString());
  }

  @Test
  void aPasswordFileThatOthersMayReadOrThatIsMissingIsRefused() throws Exception {
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));
    assertRefused(store(valid)::openKeys, "chmod 600 " + password);

    Files.delete(password);
    assertRefused(store(valid)::openKeys, "NoSuchFileException", password.toString());
  }

  @Test
  void theTextOfAnOpenStoreHidesItsPassword() {
    assertThat(store(valid).openKeys().toString()).doesNotContain(Certificates.PASSWORD);
  }

  @Test
  void theSettingsNameBothFilesOrNeither() {
    assertThat(StoreFile.of("keyStore", " ", "passwordFile", null)).isEmpty();
    assertThatThrownBy(() -> StoreFile.of("keyStore", "/a", "passwordFile", " "))
        .isInstanceOf(StartupException.class)
        .hasMessage("keyStore and passwordFile: set both, or neither");
  }
}
