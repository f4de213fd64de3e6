package dev.cinedex.benchmark.measure;

import dev.cinedex.benchmark.measure.Warmup.Warmed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run has found so far. It prints each result when it comes, because a run takes long. */
public final class Results {
  private final List<Comparison> comparisons = new ArrayList<>();
  private final List<Warmed> warmed = new ArrayList<>();
  private final List<Fact> facts = new ArrayList<>();

  /** Something that was found once, such as the size of a table. */
  public record Fact(String part, String name, String value) {}

  public void add(Comparison comparison) {
    comparisons.add(comparison);
    say("%s: %s", comparison.part(), comparison.work());
    for (String contender : comparison.samples().keySet()) {
      Spread ratio = comparison.ratio(contender);
      say(
          "  %s %.1f %s/s; %s ÷ it = %.2f (%.2f..%.2f)",
          contender,
          comparison.rate(contender).median(),
          comparison.unit(),
          comparison.subject(),
          ratio.median(),
          ratio.least(),
          ratio.greatest());
    }
  }

  public void add(Warmed end) {
    warmed.add(end);
    say(
        "warm-up: %s %.0f s%s",
        end.contender(), end.seconds(), end.steady() ? "" : ", not steady by then");
  }

  public void add(Fact fact) {
    facts.add(fact);
    say("%s: %s: %s", fact.part(), fact.name(), fact.value());
  }

  public List<Comparison> comparisons() {
    return List.copyOf(comparisons);
  }

  public List<Warmed> warmed() {
    return List.copyOf(warmed);
  }

  public List<Fact> facts() {
    return List.copyOf(facts);
  }

  /** Prints a line of progress. */
  public void say(String format, Object... values) {
    System.out.println("Benchmark: " + String.format(Locale.ROOT, format, values));
  }
}
