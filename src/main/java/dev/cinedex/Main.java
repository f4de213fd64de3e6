package dev.cinedex;

import dev.cinedex.jvm.ClassArchive;
import java.util.List;

/** The main class of the jar. It loads no library before the JVM has the archive of classes. */
public final class Main {
  /** The service, and the commands that work for long. */
  private static final List<String> LONG =
      List.of("server", "import", "export", "build", "verify", "repair", "resume");

  /** The quick compiler alone: the better one costs more than it brings in a few seconds. */
  private static final List<String> FOR_SHORT_WORK = List.of("-XX:TieredStopAtLevel=1");

  private Main() {}

  public static void main(String... arguments) throws Exception {
    ClassArchive.use(worksForLong(arguments) ? List.of() : FOR_SHORT_WORK);
    CinedexApplication.main(arguments);
  }

  /** The name of a command is the first word, and that of an action on tables the second. */
  static boolean worksForLong(String... arguments) {
    for (int i = 0; i < Math.min(2, arguments.length); i++) {
      if (beginsALongOne(arguments[i])) {
        return true;
      }
    }
    return false;
  }

  /** A command may be abbreviated. */
  private static boolean beginsALongOne(String word) {
    for (String command : LONG) {
      if (!word.isEmpty() && command.startsWith(word)) {
        return true;
      }
    }
    return false;
  }
}
