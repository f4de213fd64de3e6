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
   * Writes {@code report.md}, {@code report.json} and the plots.
   *
   * @param conditions of the run, by name
   */
  public static void write(Path directory, Results results, Map<String, String> conditions)
      throws IOException {
    Files.createDirectories(directory);
    String markdown = MarkdownReport.of(results, conditions);
    Files.writeString(directory.resolve("report.md"), markdown);
    JsonReport.write(directory.resolve("report.json"), results, conditions);
    System.out.println(markdown);
    Plots.write(directory.resolve("plots"), results); // last: a JDK without fonts cannot draw
  }
}
