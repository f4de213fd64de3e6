package dev.cinedex.benchmark.report;

import dev.cinedex.benchmark.measure.Comparison;
import dev.cinedex.benchmark.measure.Results;
import dev.cinedex.benchmark.measure.Spread;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** The report as Markdown: ratios first. */
final class MarkdownReport {
  private static final String HEADER =
      """
      | part | work | contender | first ÷ it (min..max) | rate | p50 | p99 | CPU per 1,000 |
      |---|---|---|---|---|---|---|---|
      """;

  private MarkdownReport() {}

  static String of(Results results, Map<String, String> conditions) {
    StringBuilder text = new StringBuilder();
    text.append(
        conditions.entrySet().stream()
            .map(each -> each.getKey() + ": " + each.getValue())
            .collect(Collectors.joining("; ", "", ".\n\n")));
    if (!results.comparisons().isEmpty()) {
      text.append(HEADER);
      results.comparisons().forEach(comparison -> rows(comparison, text));
    }
    if (!results.facts().isEmpty()) {
      text.append("\n| part | what | value |\n|---|---|---|\n");
      results
          .facts()
          .forEach(
              fact ->
                  text.append(line("| %s | %s | %s |", fact.part(), fact.name(), fact.value())));
    }
    return text.append(warmUps(results)).toString();
  }

  private static void rows(Comparison comparison, StringBuilder text) {
    for (String contender : comparison.samples().keySet()) {
      text.append(
          line(
              "| %s | %s | %s | %s | %s | %s | %s |",
              comparison.part(),
              comparison.work(),
              name(comparison, contender),
              contender.equals(comparison.subject()) ? "1" : ratio(comparison.ratio(contender)),
              "%s %s/s".formatted(number(comparison.rate(contender).median()), comparison.unit()),
              latencies(comparison.micros(contender)),
              cpu(comparison.cpuPerThousand(contender))));
    }
  }

  private static String name(Comparison comparison, String contender) {
    long failed = comparison.failed(contender);
    return failed == 0 ? contender : "%s (%d failed)".formatted(contender, failed);
  }

  private static String ratio(Spread ratio) {
    return line("**%.2f** (%.2f..%.2f)", ratio.median(), ratio.least(), ratio.greatest()).strip();
  }

  private static String latencies(Histogram micros) {
    return millis(micros, 50) + " | " + millis(micros, 99);
  }

  private static String millis(Histogram micros, double percentile) {
    return line("%,.1f ms", micros.getValueAtPercentile(percentile) / 1000.0).strip();
  }

  private static String cpu(Spread seconds) {
    return line("%.2f s", seconds.median()).strip();
  }

  private static String number(double value) {
    return line(value < 10 ? "%.2f" : "%,.0f", value).strip();
  }

  private static String warmUps(Results results) {
    return results.warmed().isEmpty()
        ? ""
        : results.warmed().stream()
            .map(
                end ->
                    line("%s %.0f s%s", end.contender(), end.seconds(), end.steady() ? "" : "*")
                        .strip())
            .collect(
                Collectors.joining(
                    ", ", "\nWarm-up: ", ". An asterisk: not steady within the limit.\n"));
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values) + "\n";
  }
}
