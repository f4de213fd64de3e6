package dev.cinedex.cassandra;

import dev.cinedex.errors.StartupException;
import dev.cinedex.files.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file with certificates or keys (PKCS12 or JKS), and the file with its password.
 *
 * @param setting its name in {@code config.yml}, for errors
 */
record StoreFile(String setting, Path file, Path passwordFile) {
  /**
   * Returns the store that the settings name; empty when they name none.
   *
   * @throws StartupException when one of the two files is missing in the settings
   */
  static Optional<StoreFile> of(
      String setting, @Nullable String file, @Nullable String passwordFile) {
    boolean named = file != null && !file.isBlank();
    if (named != (passwordFile != null && !passwordFile.isBlank())) {
      throw new StartupException(
          "%s and %sPasswordFile: set both, or neither".formatted(setting, setting));
    }
    return named && file != null && passwordFile != null
        ? Optional.of(new StoreFile(setting, Path.of(file), Path.of(passwordFile)))
        : Optional.empty();
  }

  /** Returns something that changes when a file does. */
  String stamp() {
    try {
      return "%s %s %s"
          .formatted(
              Files.getLastModifiedTime(file),
              Files.size(file),
              Files.getLastModifiedTime(passwordFile));
    } catch (IOException e) {
      return "unreadable";
    }
  }

  /**
   * Reads the password.
   *
   * @throws StartupException when it cannot be read, or when others may read it
   */
  char[] password() {
    try {
      SecretFile.requirePrivate(passwordFile, setting + "PasswordFile");
      return Files.readString(passwordFile).strip().toCharArray();
    } catch (IOException e) {
      throw new StartupException(
          "%sPasswordFile cannot be read: %s".formatted(setting, passwordFile), e);
    }
  }

  /**
   * Reads a store that everybody may read, because it has certificates alone.
   *
   * @throws StartupException when it cannot be used, or when all certificates have expired
   */
  KeyStore readCertificates(char[] password) {
    try {
      SecretFile.requireWrittenByOwner(file, setting);
    } catch (IOException e) {
      throw unreadable(e);
    }
    return read(password);
  }

  /**
   * Reads a store with a key.
   *
   * @throws StartupException when it cannot be used, when others may read it, or when the
   *     certificate has expired
   */
  KeyStore readKeys(char[] password) {
    try {
      SecretFile.requirePrivate(file, setting);
    } catch (IOException e) {
      throw unreadable(e);
    }
    return read(password);
  }

  private KeyStore read(char[] password) {
    try {
      KeyStore store = KeyStore.getInstance(file.toFile(), password);
      requireValid(store);
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw unreadable(e);
    }
  }

  /** Checks that a certificate is valid now: an authority may have an old one beside a new one. */
  private void requireValid(KeyStore store) throws GeneralSecurityException {
    List<Instant> ends = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.getCertificate(alias) instanceof X509Certificate certificate) {
        ends.add(certificate.getNotAfter().toInstant());
      }
    }
    if (ends.isEmpty()) {
      throw new StartupException("%s has no certificate: %s".formatted(setting, file));
    }
    Instant last = Collections.max(ends);
    if (last.isBefore(Instant.now())) {
      throw new StartupException(
          "%s: the certificate in %s has expired on %s. Put a valid one there"
              .formatted(setting, file, last));
    }
  }

  private StartupException unreadable(Exception e) {
    return new StartupException(
        "%s cannot be read: %s (%s). Check the file, and the password in %s"
            .formatted(setting, file, e.getMessage(), passwordFile),
        e);
  }
}
