package dev.cinedex.benchmark.parts;

import dev.cinedex.benchmark.measure.Results.Fact;
import dev.cinedex.benchmark.pure.RowWork;
import java.util.Locale;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The processor time of what is computed for the rows of a movie, without Cassandra. */
public final class Pure implements Part {
  @Override
  public String name() {
    return "pure";
  }

  @Override
  public void run(Bench bench) throws Exception {
    int seconds = bench.settings().thorough() ? 10 : 5;
    Options options =
        new OptionsBuilder()
            .include(RowWork.class.getName())
            .forks(1)
            .warmupIterations(seconds)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(seconds)
            .measurementTime(TimeValue.seconds(1))
            .verbosity(VerboseMode.SILENT)
            .build();
    for (RunResult run : new Runner(options).run()) {
      Result<?> time = run.getPrimaryResult();
      bench
          .results()
          .add(
              new Fact(
                  name(),
                  time.getLabel() + ", all rows of a movie",
                  String.format(
                      Locale.ROOT, "%,.0f ± %,.0f ns", time.getScore(), time.getScoreError())));
    }
  }
}
