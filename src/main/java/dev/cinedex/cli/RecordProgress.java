package dev.cinedex.cli;

import dev.cinedex.cassandra.PeriodicTask;
import java.io.PrintStream;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * The progress of a command that handles many records: a bar with rate and remaining time on a
 * terminal, a line every ten seconds elsewhere.
 */
final class RecordProgress implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final Runnable step;
  private final Runnable end;

  private RecordProgress(Runnable step, Runnable end) {
    this.step = step;
    this.end = end;
  }

  /**
   * @param name names the command
   * @param unit names the records
   * @param total counts the records, for the bar alone; -1 if it cannot know
   * @param percent how far the command is; empty if it cannot know
   */
  static RecordProgress of(
      String name, String unit, LongSupplier total, Supplier<OptionalInt> percent) {
    if (!Console.isTerminal()) {
      return lines(name + ": %d " + unit + ", %d per second", percent, INTERVAL, System.err);
    }
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(name)
            .setInitialMax(total.getAsLong())
            .setUnit(" " + unit, 1)
            .showSpeed()
            .build();
    return new RecordProgress(bar::step, bar::close);
  }

  /**
   * @param format of a line; takes the number of records and the rate of the last interval
   */
  static RecordProgress lines(
      String format, Supplier<OptionalInt> percent, Duration interval, PrintStream out) {
    LongAdder done = new LongAdder();
    long[] before = {0};
    PeriodicTask printing =
        new PeriodicTask(
            "progress",
            interval,
            () -> {
              long now = done.sum();
              long rate = (now - before[0]) * 1_000 / interval.toMillis();
              before[0] = now;
              OptionalInt far = percent.get();
              String how = far.isEmpty() ? "" : ", %d %%".formatted(far.getAsInt());
              out.println(format.formatted(now, rate) + how);
            });
    printing.startAfter(interval);
    return new RecordProgress(done::increment, printing::cancel);
  }

  /** Counts a record as done. Several threads may call it. */
  void step() {
    step.run();
  }

  @Override
  public void close() {
    end.run();
  }
}
