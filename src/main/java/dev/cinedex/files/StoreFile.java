package dev.cinedex.files;

import com.google.common.base.Strings;
import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
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
public record StoreFile(String setting, Path file, Path passwordFile) {
  /**
   * Returns the store that the settings name; empty when they name none.
   *
   * @throws StartupException when one of the two files is missing in the settings
   */
  public static Optional<StoreFile> of(
      String setting, @Nullable String file, @Nullable String passwordFile) {
    String store = Strings.nullToEmpty(file).strip();
    String password = Strings.nullToEmpty(passwordFile).strip();
    if (store.isEmpty() != password.isEmpty()) {
      throw new StartupException(
          "%s and %sPasswordFile: set both, or neither".formatted(setting, setting));
    }
    return store.isEmpty()
        ? Optional.empty()
        : Optional.of(new StoreFile(setting, Path.of(store), Path.of(password)));
  }

  /** Returns something that changes when a file or the permissions of a file do. */
  public String stamp() {
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
   * Reads the password.
   *
   * @throws StartupException when it cannot be read, or when others may read it
   */
  public char[] password() {
    return password("the password file of " + setting, passwordFile);
  }

  /**
   * Reads a password.
   *
   * @param what names the file in an error
   * @throws StartupException when it cannot be read, or when others may read it
   */
  public static char[] password(String what, Path file) {
    try {
      SecretFile.requirePrivate(file, what);
      return Files.readString(file).strip().toCharArray();
    } catch (IOException e) {
      throw new StartupException("%s cannot be read: %s".formatted(what, file), e);
    }
  }

  /**
   * Reads a store that everybody may read, because it has certificates alone.
   *
   * @throws StartupException when it cannot be used, or when all certificates have expired
   */
  public KeyStore readCertificates(char[] password) {
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
  public KeyStore readKeys(char[] password) {
    try {
      SecretFile.requirePrivate(file, setting);
    } catch (IOException e) {
      throw unreadable(e);
    }
    KeyStore store = read(password);
    if (!hasKey(store)) {
      throw new StartupException("%s has no key: %s".formatted(setting, file));
    }
    return store;
  }

  private boolean hasKey(KeyStore store) {
    try {
      for (String alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias)) {
          return true;
        }
      }
      return false;
    } catch (KeyStoreException e) {
      throw unreadable(e);
    }
  }

  private KeyStore read(char[] password) {
    try {
      KeyStore store = KeyStore.getInstance(file.toFile(), password);
      Instant expiry = expiry(store);
      if (expiry.isBefore(Instant.now())) {
        throw new StartupException(
            "%s: the certificate in %s has expired on %s. Put a valid one there"
                .formatted(setting, file, expiry));
      }
      return store;
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw unreadable(e); // the last one is for a directory
    }
  }

  /**
   * Returns when the certificates of a store have expired: those of its keys if it has keys. One
   * that is valid is enough, because an old one may be beside a new one.
   *
   * @throws StartupException when it has no certificate
   */
  public Instant expiry(KeyStore store) {
    try {
      List<String> aliases = Collections.list(store.aliases());
      List<Instant> ofKeys = new ArrayList<>();
      List<Instant> ofAuthorities = new ArrayList<>();
      for (String alias : aliases) {
        if (store.getCertificate(alias) instanceof X509Certificate certificate) {
          (store.isKeyEntry(alias) ? ofKeys : ofAuthorities)
              .add(certificate.getNotAfter().toInstant());
        }
      }
      List<Instant> ends = ofKeys.isEmpty() ? ofAuthorities : ofKeys;
      if (ends.isEmpty()) {
        throw new StartupException("%s has no certificate: %s".formatted(setting, file));
      }
      return Collections.max(ends);
    } catch (KeyStoreException e) {
      throw unreadable(e);
    }
  }

  private StartupException unreadable(Exception e) {
    return new StartupException(
        "%s cannot be read: %s (%s). Check the file, and the password in %s"
            .formatted(setting, file, e.getMessage(), passwordFile),
        e);
  }
}
