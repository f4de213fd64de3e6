package dev.cinedex.benchmark.report;

import dev.cinedex.benchmark.measure.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes what a run has found. */
public final class Report {
  private Report() {}

  /**
   * Writes {@code report.md} and {@code report.json}.
   *
   * @param conditions of the run, by name
   */
  public static void write(Path directory, Results results, Map<String, String> conditions)
      throws IOException {
    Files.createDirectories(directory);
    Files.writeString(
        directory.resolve("report.md"), MarkdownReport.of(results, conditions));
    JsonReport.write(directory.resolve("report.json"), results, conditions);
  }

  /** Prints the {@code report.md} that was written, and draws the plots. */
  public static void show(Path directory, Results results) throws IOException {
    System.out.println(Files.readString(directory.resolve("report.md")));
    Plots.write(directory.resolve("plots"), results); // last: a JDK without fonts cannot draw
  }
}
