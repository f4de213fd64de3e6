package dev.cinedex.benchmark.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cinedex.benchmark.measure.Comparison;
import dev.cinedex.benchmark.measure.Results;
import dev.cinedex.benchmark.measure.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** The report as JSON, with every sample, for other programs. */
final class JsonReport {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonReport() {}

  static void write(Path file, Results results, Map<String, String> conditions)
      throws IOException {
    ObjectNode report = JSON.createObjectNode();
    report.set("conditions", JSON.valueToTree(conditions));
    report.set("warmUps", JSON.valueToTree(results.warmed()));
    report.set("facts", JSON.valueToTree(results.facts()));
    ArrayNode comparisons = report.putArray("comparisons");
    results.comparisons().forEach(comparison -> add(comparison, comparisons.addObject()));
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), report);
  }

  private static void add(Comparison comparison, ObjectNode json) {
    json.put("part", comparison.part());
    json.put("work", comparison.work());
    json.put("unit", comparison.unit());
    ArrayNode contenders = json.putArray("contenders");
    comparison
        .samples()
        .forEach(
            (name, samples) -> {
              ObjectNode contender = contenders.addObject();
              contender.put("name", name);
              contender.set("ratio", JSON.valueToTree(comparison.ratio(name)));
              contender.set("rate", JSON.valueToTree(comparison.rate(name)));
              contender.set("cpuPerThousand", JSON.valueToTree(comparison.cpuPerThousand(name)));
              ArrayNode rounds = contender.putArray("rounds");
              samples.forEach(sample -> add(sample, rounds.addObject()));
            });
  }

  private static void add(Sample sample, ObjectNode json) {
    json.put("done", sample.done());
    json.put("failed", sample.failed());
    json.put("seconds", sample.seconds());
    json.put("cpuSeconds", sample.cpuSeconds());
    json.put("p50Micros", sample.micros().getValueAtPercentile(50));
    json.put("p99Micros", sample.micros().getValueAtPercentile(99));
  }
}
