package dev.cinedex;

import dev.cinedex.jvm.ClassArchive;
import java.io.File;
import java.util.List;

/** The main class of the jar. It loads no library before the JVM has the archive of classes. */
public final class Main {
  /**
   * The quick compiler inlines methods of up to 17 bytes, and not of up to 35 as by default. So it
   * has less to do at the start. The better compiler has a limit of its own, which stays.
   */
  private static final String INLINE_LESS = "-XX:C1MaxInlineSize=17";

  /** The quick compiler alone: the better one costs more than it brings in a few minutes. */
  private static final List<String> FOR_SHORT_WORK =
      List.of("-XX:TieredStopAtLevel=1", INLINE_LESS);

  /**
   * The better compiler begins ten times later than by default: in its first two seconds a service
   * needs the processors more than this compiler does. For the same reason Java makes a class for a
   * reflective call after 500 calls and not after 15, and one for a method handle after 30 calls
   * and not at its first. What runs more often than that is as fast as before.
   */
  private static final List<String> FOR_A_SERVICE =
      List.of(
          INLINE_LESS,
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000",
          "-XX:Tier4BackEdgeThreshold=400000",
          "-Dsun.reflect.inflationThreshold=500",
          "-Djava.lang.invoke.MethodHandle.COMPILE_THRESHOLD=30");

  /** The size in bytes above which a file counts as large: about 280,000 movies as NDJSON. */
  private static final long LARGE_FILE = 128L << 20;

  private Main() {}

  public static void main(String... arguments) throws Exception {
    ClassArchive.use(options(arguments));
    CinedexApplication.main(arguments);
  }

  /** Returns the options of the JVM that suit a command. */
  static List<String> options(String... arguments) {
    if (is("server", arguments)) {
      return FOR_A_SERVICE;
    }
    boolean worksForLong = is("import", arguments) && readsMuch(arguments);
    return worksForLong ? List.of() : FOR_SHORT_WORK;
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
