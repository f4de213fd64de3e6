package dev.cinedex.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a JVM.
 *
 * @param words the words as the operating system has them; the first one is the program
 */
record CommandLine(List<String> words) {
  /**
   * A JVM must not begin anew when one of its options begins like this. Agents, recordings and
   * remote management have begun their work already, and who chooses an archive gets that one.
   */
  private static final List<String> LEFT_ALONE =
      List.of(
          "-agent",
          "-javaagent",
          "-Xdebug",
          "-Xrun",
          "-Xshare",
          "-Dcom.sun.management",
          "-XX:StartFlightRecording",
          "-XX:Flags",
          "-XX:VMOptionsFile");

  CommandLine {
    words = List.copyOf(words);
  }

  /**
   * Returns whether the JVM runs a jar, with options that a second JVM can have as well. An option
   * with a word of its own for its value is none of them.
   */
  boolean canBeginAnew() {
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-jar")) {
        return i + 1 < words.size();
      }
      if (!word.startsWith("-") || isLeftAlone(word)) {
        return false;
      }
    }
    return false;
  }

  private static boolean isLeftAlone(String option) {
    for (String beginning : LEFT_ALONE) {
      if (option.startsWith(beginning)) {
        return true;
      }
    }
    return option.startsWith("-XX:")
        && (option.contains("Archive") || option.contains("ClassList"));
  }

  /** Returns the same words with more options, which those that are there override. */
  List<String> with(List<String> options) {
    List<String> all = new ArrayList<>(words);
    all.addAll(1, options);
    return all;
  }
}
