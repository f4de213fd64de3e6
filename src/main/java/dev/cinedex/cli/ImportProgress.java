package dev.cinedex.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * The progress of an import: a bar with rate and remaining time on a terminal, nothing elsewhere.
 *
 * @param step counts one line as done; several threads run it
 * @param end ends the bar's line
 */
record ImportProgress(Runnable step, Runnable end) implements AutoCloseable {
  static ImportProgress of(MoviesFile file) {
    if (!Console.isTerminal()) {
      return new ImportProgress(() -> {}, () -> {});
    }
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName("import")
            .setInitialMax(file.lines())
            .setUnit(" movies", 1)
            .showSpeed()
            .build();
    return new ImportProgress(bar::step, bar::close);
  }

  @Override
  public void close() {
    end.run();
  }
}
