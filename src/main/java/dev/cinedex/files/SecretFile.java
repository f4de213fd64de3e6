package dev.cinedex.files;

import com.google.common.collect.Sets;
import com.sun.security.auth.module.UnixSystem;
import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Set;

/**
 * The rules for files that decide who may do what. The one for a file with a secret is
 * PostgreSQL's: if the user of this process owns the file, nobody else may use it. If root owns it,
 * its group may read it, too. Kubernetes mounts secrets like that. Nobody else may own it.
 */
public final class SecretFile {
  /** The permissions of a file that its owner alone may read and write. */
  public static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  private static final Set<PosixFilePermission> READ_BY_GROUP =
      PosixFilePermissions.fromString("rw-r-----");

  private static final Set<PosixFilePermission> WRITTEN_BY_OTHERS =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private static final int ROOT = 0;

  /** The folder of this process on Linux, which the user of the process owns. */
  private static final Path OWN_PROCESS = Path.of("/proc/self");

  private SecretFile() {}

  /**
   * Checks a file.
   *
   * @param what names the file in an error
   * @throws StartupException when somebody may use the file who must not
   */
  public static void requirePrivate(Path file, String what) throws IOException {
    boolean isOurs = isOurs(file, what);
    if (!isPrivate(isOurs, Files.getPosixFilePermissions(file))) {
      throw new StartupException(
          "Others may use %s: %s. Run 'chmod %s %s'"
              .formatted(what, file, isOurs ? "600" : "640", file));
    }
  }

  /**
   * Reads a secret that is the only line of a private file, such as a password.
   *
   * @param what names the file in an error
   * @throws StartupException when it cannot be read, when somebody may use it who must not, or when
   *     it has no line or several
   */
  public static String line(Path file, String what) {
    try {
      requirePrivate(file, what);
      String line = Files.readString(file).strip();
      if (line.isEmpty() || line.contains("\n")) {
        throw new StartupException(
            "%s has %s: %s. Put the password alone into it, on one line"
                .formatted(what, line.isEmpty() ? "no password" : "several lines", file));
      }
      return line;
    } catch (IOException e) {
      throw new StartupException(
          "%s cannot be read: %s (%s)".formatted(what, file, e.getClass().getSimpleName()), e);
    }
  }

  static boolean isPrivate(boolean isOurs, Set<PosixFilePermission> permissions) {
    return Sets.difference(permissions, isOurs ? PRIVATE : READ_BY_GROUP).isEmpty();
  }

  /**
   * Checks a file that everybody may read.
   *
   * @param what names the file in an error
   * @throws StartupException when somebody may change the file who must not
   */
  public static void requireWrittenByOwner(Path file, String what) throws IOException {
    isOurs(file, what);
    if (!Collections.disjoint(Files.getPosixFilePermissions(file), WRITTEN_BY_OTHERS)) {
      throw new StartupException(
          "Others may change %s: %s. Run 'chmod go-w %s'".formatted(what, file, file));
    }
  }

  /** Returns whether the user of this process owns a file; refuses it if root does not, either. */
  private static boolean isOurs(Path file, String what) throws IOException {
    Object owner = Files.getAttribute(file, "unix:uid");
    boolean isOurs = owner.equals(ownUser());
    if (!isOurs && !owner.equals(ROOT)) {
      throw new StartupException(
          "Another user owns %s: %s. Run 'chown' so that the user of the service or root owns it"
              .formatted(what, file));
    }
    return isOurs;
  }

  /** Java 17 takes a user without a name for root, and in a container few users have one. */
  private static Object ownUser() throws IOException {
    return Files.exists(OWN_PROCESS)
        ? Files.getAttribute(OWN_PROCESS, "unix:uid")
        : (int) new UnixSystem().getUid();
  }
}
