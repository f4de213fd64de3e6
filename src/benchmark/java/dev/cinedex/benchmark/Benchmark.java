package dev.cinedex.benchmark;

import dev.cinedex.benchmark.data.Node;
import dev.cinedex.benchmark.measure.Results;
import dev.cinedex.benchmark.parts.Access;
import dev.cinedex.benchmark.parts.Bench;
import dev.cinedex.benchmark.parts.Bulk;
import dev.cinedex.benchmark.parts.Growth;
import dev.cinedex.benchmark.parts.HttpReads;
import dev.cinedex.benchmark.parts.Indexes;
import dev.cinedex.benchmark.parts.Part;
import dev.cinedex.benchmark.parts.Pure;
import dev.cinedex.benchmark.parts.Settings;
import dev.cinedex.benchmark.parts.Starts;
import dev.cinedex.benchmark.parts.Writes;
import dev.cinedex.benchmark.report.Machine;
import dev.cinedex.benchmark.report.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Measures Cinedex beside minimal peers, on a Cassandra of its own. The profile {@code benchmark} of
 * the build runs it; {@code src/docs/performance.md} explains it.
 */
public final class Benchmark {
  private static final List<Part> PARTS = List.of(
          new HttpReads(), new Access(), new Indexes(), new Writes(), new Bulk(), new Starts(), new Pure(), new Growth());
  private static final Path DIRECTORY = Path.of("target", "benchmark");

  private Benchmark() {}

  public static void main(String... arguments) throws Exception {
    Settings settings = Settings.read(PARTS.stream().map(Part::name).toList());
    Results results = new Results();
    Instant begun = Instant.now();
    results.say("Cassandra starts");
    try (Node node = Node.start(settings.port(), settings.thorough() ? "4G" : "2G")) {
      Bench bench = new Bench(settings, node, results);
      for (Part part : PARTS) {
        if (settings.parts().contains(part.name())) {
          part.run(bench);
          // A part that fails must not take the results of the earlier ones with it.
          long minutes = Duration.between(begun, Instant.now()).toMinutes();
          Report.write(DIRECTORY, results, Machine.describe(settings.thorough(), minutes));
        }
      }
    }
    Report.show(DIRECTORY, results);
    results.say("the report is in %s", DIRECTORY);
    System.exit(0); // the servers' output is no longer needed
  }
}
