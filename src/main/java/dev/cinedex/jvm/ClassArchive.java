package dev.cinedex.jvm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The archive of loaded classes beside the jar ({@code cinedex.jsa} beside {@code cinedex.jar}),
 * with which a JVM starts in about half of the time. Only an option of the JVM can name it, and a
 * jar brings no options along. So a JVM that was started without it gives its process to one that
 * has it. Where that is not possible, the first one goes on.
 *
 * <p>This room uses no lambda and joins no strings with {@code +}: the first use of either costs
 * more time than all else here.
 */
public final class ClassArchive {
  private static final String JAR = ".jar";
  private static final String ARCHIVE = ".jsa";

  /** The variables that hold options of the JVM: who sets them gets what they say. */
  private static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private ClassArchive() {}

  /**
   * Begins this process anew with the archive, if there is one and no option speaks against it.
   * Otherwise it returns.
   *
   * @param options more options for the JVM that has the archive
   */
  public static void use(List<String> options) {
    try {
      File archive = besideTheJar(System.getProperty("java.class.path", ""));
      CommandLine command = new CommandLine(ProcessImage.words());
      if (archive != null && command.canBeginAnew() && !hasOptions(System.getenv())) {
        ProcessImage.replace(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            command.with(options(archive, options)));
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // The start takes longer then, and leads to the same.
    }
  }

  /**
   * Returns the archive; null when there is none, or the jar was made or copied after it.
   *
   * @param classPath the jar, if the JVM runs one
   */
  static @Nullable File besideTheJar(String classPath) {
    if (!classPath.endsWith(JAR) || classPath.contains(File.pathSeparator)) {
      return null;
    }
    String name = classPath.substring(0, classPath.length() - JAR.length());
    File archive = new File(name.concat(ARCHIVE));
    boolean isNewer = archive.lastModified() >= new File(classPath).lastModified();
    return archive.canRead() && isNewer ? archive : null;
  }

  private static boolean hasOptions(Map<String, String> environment) {
    for (String variable : VARIABLES) {
      if (environment.containsKey(variable)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns options with which the JVM starts also if the archive is one of another jar or another
   * JVM. It has no archive then, not even its own, and starts more slowly than before.
   */
  private static List<String> options(File archive, List<String> more) {
    List<String> all = new ArrayList<>(more);
    all.add("-XX:SharedArchiveFile=".concat(ProcessImage.word(archive.getPath())));
    all.add("-Xlog:cds=off");
    all.add("-Xlog:class+path=off");
    return all;
  }
}
