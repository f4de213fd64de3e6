package dev.cinedex.files;

import com.google.common.base.Strings;
import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file with certificates or keys (PKCS12 or JKS), and the file with its password.
 *
 * @param setting its name in {@code config.yml}, for errors
 */
public record StoreFile(String setting, Path file, Path passwordFile) {
  /**
   * Returns the store that the settings name; empty when they name none.
   *
   * @param passwordSetting the name of the setting of the password file
   * @throws StartupException when one of the two files is missing in the settings
   */
  public static Optional<StoreFile> of(
      String setting,
      @Nullable String file,
      String passwordSetting,
      @Nullable String passwordFile) {
    String store = Strings.nullToEmpty(file).strip();
    String password = Strings.nullToEmpty(passwordFile).strip();
    if (store.isEmpty() != password.isEmpty()) {
      throw new StartupException(
          "%s and %s: set both, or neither".formatted(setting, passwordSetting));
    }
    return store.isEmpty()
        ? Optional.empty()
        : Optional.of(new StoreFile(setting, Path.of(store), Path.of(password)));
  }

  /**
   * Returns a text that changes when one of the two files is written or replaced, and when its
   * permissions change. It is the same for all states in which one of them cannot be found.
   */
  String stamp() {
    try {
      return "%s %s %s"
          .formatted(
              Files.size(file),
              Files.getAttribute(file, "unix:ctime"),
              Files.getAttribute(passwordFile, "unix:ctime"));
    } catch (IOException e) {
      return "unreadable";
    }
  }

  /**
   * Reads a store that everybody may read, because it has certificates alone. One that is valid is
   * enough: an authority that has expired may be beside its successor.
   *
   * @throws StartupException when it cannot be used
   */
  public OpenStore openCertificates() {
    try {
      SecretFile.requireWrittenByOwner(file, setting);
      String password = password();
      KeyStore store = load(password);
      List<X509Certificate> certificates = new ArrayList<>();
      for (String alias : Collections.list(store.aliases())) {
        certificates.addAll(certificates(store.getCertificate(alias)));
      }
      X509Certificate last =
          certificates.stream()
              .max(Comparator.comparing(StoreFile::isValid).thenComparing(StoreFile::end))
              .orElseThrow(() -> refused("has no certificate"));
      requireValid(last);
      return new OpenStore(store, password, end(last));
    } catch (IOException | GeneralSecurityException e) {
      throw unreadable(e);
    }
  }

  /**
   * Reads a store with keys. Each certificate that belongs to one of them must be valid, because
   * any of them may be shown.
   *
   * @throws StartupException when it cannot be used, or when others may read it
   */
  public OpenStore openKeys() {
    try {
      SecretFile.requirePrivate(file, setting);
      String password = password();
      KeyStore store = load(password);
      List<X509Certificate> certificates = new ArrayList<>();
      for (String alias : Collections.list(store.aliases())) {
        if (store.entryInstanceOf(alias, KeyStore.PrivateKeyEntry.class)) {
          requirePassword(store, alias, password);
          certificates.addAll(certificates(chain(store, alias)));
        }
      }
      certificates.forEach(this::requireValid);
      return certificates.stream()
          .map(StoreFile::end)
          .min(Comparator.naturalOrder())
          .map(first -> new OpenStore(store, password, first))
          .orElseThrow(() -> refused("has no key"));
    } catch (IOException | GeneralSecurityException e) {
      throw unreadable(e);
    }
  }

  private String password() {
    return SecretFile.line(passwordFile, "the password file of " + setting);
  }

  private KeyStore load(String password) throws IOException, GeneralSecurityException {
    try {
      return KeyStore.getInstance(file.toFile(), password.toCharArray());
    } catch (IllegalArgumentException e) {
      throw unreadable(e); // it is a directory
    }
  }

  private void requirePassword(KeyStore store, String alias, String password)
      throws GeneralSecurityException {
    try {
      store.getKey(alias, password.toCharArray());
    } catch (UnrecoverableKeyException e) {
      throw new StartupException(
          "%s: the key '%s' in %s has another password than the store. Change it to that of the store with 'keytool -keypasswd'"
              .formatted(setting, alias, file),
          e);
    }
  }

  private Certificate[] chain(KeyStore store, String alias) throws GeneralSecurityException {
    Certificate[] chain = store.getCertificateChain(alias);
    if (chain == null) {
      throw refused("has a key without a certificate. Put both into the file");
    }
    return chain;
  }

  private static List<X509Certificate> certificates(Certificate... chain) {
    return Stream.of(chain)
        .filter(X509Certificate.class::isInstance)
        .map(X509Certificate.class::cast)
        .toList();
  }

  private void requireValid(X509Certificate certificate) {
    Instant begin = certificate.getNotBefore().toInstant();
    if (Instant.now().isBefore(begin)) {
      throw refused(
          "has a certificate that is not valid before %s. Put a valid one into the file"
              .formatted(begin));
    }
    if (!isValid(certificate)) {
      throw refused(
          "has a certificate that has expired on %s. Put a valid one into the file"
              .formatted(end(certificate)));
    }
  }

  private static boolean isValid(X509Certificate certificate) {
    Instant now = Instant.now();
    return !now.isBefore(certificate.getNotBefore().toInstant()) && !now.isAfter(end(certificate));
  }

  private static Instant end(X509Certificate certificate) {
    return certificate.getNotAfter().toInstant();
  }

  private StartupException refused(String reason) {
    return new StartupException("%s %s: %s".formatted(setting, reason, file));
  }

  private StartupException unreadable(Exception e) {
    return new StartupException(
        "%s cannot be read: %s (%s). Check the file, and the password in %s"
            .formatted(setting, file, e.getMessage(), passwordFile),
        e);
  }
}
