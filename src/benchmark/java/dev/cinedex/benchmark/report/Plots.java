package dev.cinedex.benchmark.report;

import dev.cinedex.benchmark.measure.Comparison;
import dev.cinedex.benchmark.measure.Results;
import dev.cinedex.benchmark.measure.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/** Draws one picture for each comparison: the rates, with half of their spread as error bars. */
final class Plots {
  private Plots() {}

  static void write(Path directory, Results results) throws IOException {
    Files.createDirectories(directory);
    for (Comparison comparison : results.comparisons()) {
      String name = comparison.part() + "-" + comparison.work();
      Path file = directory.resolve(name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"));
      BitmapEncoder.saveBitmap(chart(comparison), file.toString(), BitmapFormat.PNG);
    }
  }

  private static CategoryChart chart(Comparison comparison) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(900)
            .height(500)
            .title(comparison.part() + ": " + comparison.work())
            .yAxisTitle(comparison.unit() + "/s, median of rounds")
            .build();
    chart.getStyler().setLegendVisible(false);
    List<String> names = List.copyOf(comparison.samples().keySet());
    List<Spread> rates = names.stream().map(comparison::rate).toList();
    chart.addSeries(
        "rate",
        names,
        rates.stream().map(Spread::median).toList(),
        rates.stream().map(rate -> (rate.greatest() - rate.least()) / 2).toList());
    return chart;
  }
}
