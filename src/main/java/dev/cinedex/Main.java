package dev.cinedex;

import dev.cinedex.jvm.ClassArchive;
import java.io.File;
import java.util.List;

/** The main class of the jar. It loads no library before the JVM has the archive of classes. */
public final class Main {
  /** The quick compiler alone: the better one costs more than it brings in a few minutes. */
  private static final List<String> FOR_SHORT_WORK = List.of("-XX:TieredStopAtLevel=1");

  /** The size in bytes above which a file counts as large: about 280,000 movies as NDJSON. */
  private static final long LARGE_FILE = 128L << 20;

  private Main() {}

  public static void main(String... arguments) throws Exception {
    ClassArchive.use(worksForLong(arguments) ? List.of() : FOR_SHORT_WORK);
    CinedexApplication.main(arguments);
  }

  /** Returns whether this is the service, or an import of a large file or of standard input. */
  static boolean worksForLong(String... arguments) {
    return is("server", arguments) || (is("import", arguments) && readsMuch(arguments));
  }

  /** Returns whether the first argument is this command, or a beginning of its name. */
  private static boolean is(String command, String... arguments) {
    return arguments.length > 0 && !arguments[0].isEmpty() && command.startsWith(arguments[0]);
  }

  private static boolean readsMuch(String... arguments) {
    for (String argument : arguments) {
      if (argument.equals("-") || length(argument) > LARGE_FILE) {
        return true;
      }
    }
    return false;
  }

  /** Returns the bytes of a file, about as many as without its compression. */
  private static long length(String file) {
    long bytes = new File(file).length();
    return file.endsWith(".gz") ? 3 * bytes : bytes;
  }
}
