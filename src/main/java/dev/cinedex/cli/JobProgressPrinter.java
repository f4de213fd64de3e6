package dev.cinedex.cli;

import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobState;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Prints every two seconds how a job goes: as a bar on a terminal, as lines elsewhere. */
final class JobProgressPrinter implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private final PeriodicTask task;
  private final Runnable end;

  private JobProgressPrinter(Consumer<Job> print, Runnable end, Supplier<Optional<Job>> job) {
    // A failure is reported by the thread that runs the job.
    this.task =
        new PeriodicTask("job progress", INTERVAL, () -> job.get().ifPresent(print), failure -> {});
    this.end = end;
  }

  /**
   * @param now reads the job as it is now
   */
  static JobProgressPrinter of(Job job, Supplier<Optional<Job>> now) {
    if (!Console.isTerminal()) {
      return new JobProgressPrinter(read -> System.err.println(line(read)), () -> {}, now);
    }
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(job.kind().text() + " " + job.tableTitle())
            .setInitialMax(job.ranges())
            .setUnit(" slices", 1)
            .hideEta() // the job knows better
            .build();
    return new JobProgressPrinter(
        read -> bar.stepTo(read.done().ranges()).setExtraMessage(" " + details(read)),
        bar::close,
        now);
  }

  /** Starts to print; the first time after the interval. */
  void start() {
    task.startAfter(INTERVAL);
  }

  /** Returns the progress of a job as one line. */
  static String line(Job job) {
    return "%s: %d of %d slices, %s"
        .formatted(job.state().text(), job.done().ranges(), job.ranges(), details(job));
  }

  private static String details(Job job) {
    String timeLeft =
        job.timeLeft() == null ? "" : ", %d s left".formatted(job.timeLeft().toSeconds());
    return "%d rows read%s%s".formatted(job.done().read(), timeLeft, hint(job));
  }

  private static String hint(Job job) {
    if (job.state() == JobState.PAUSED) {
      return "; 'lookups resume' resumes it";
    }
    return job.message() == null ? "" : "; " + job.message();
  }

  @Override
  public void close() {
    task.cancel();
    end.run();
  }
}
