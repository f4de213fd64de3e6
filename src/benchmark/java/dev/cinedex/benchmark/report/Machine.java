package dev.cinedex.benchmark.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/** Describes the conditions of a run: without them its numbers mean little. */
public final class Machine {
  private Machine() {}

  /** Returns the conditions by name, in the order of the report. */
  public static Map<String, String> describe(boolean thorough, long minutes) {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put("date", LocalDate.now(ZoneOffset.UTC).toString());
    conditions.put("form", (thorough ? "long" : "short") + ", " + minutes + " minutes in all");
    conditions.put("commit", commit());
    conditions.put("processors", Runtime.getRuntime().availableProcessors() + " × " + processor());
    conditions.put("memory", memory());
    conditions.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    conditions.put("JDK", System.getProperty("java.vm.version"));
    conditions.put("Cassandra", System.getProperty("benchmark.cassandra", "?"));
    conditions.put("driver", System.getProperty("benchmark.driver", "?"));
    return conditions;
  }

  private static String processor() {
    return line(Path.of("/proc/cpuinfo"), "model name");
  }

  private static String memory() {
    return line(Path.of("/proc/meminfo"), "MemTotal");
  }

  private static String line(Path file, String name) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("?");
    } catch (IOException e) {
      return "?"; // only Linux has these files
    }
  }

  private static String commit() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty")
              .redirectErrorStream(true)
              .start();
      String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor() == 0 ? commit : "?";
    } catch (IOException e) {
      return "?";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "?";
    }
  }
}
