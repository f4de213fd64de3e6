package dev.cinedex.cli;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobProgress;
import dev.cinedex.jobs.JobState;
import java.time.Duration;
import java.util.Locale;

/**
 * A job that this process runs, unless an instance of the service takes it first. Prints how it
 * goes, what it finds, and how it ends.
 */
final class ForegroundJob {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(2);

  private final Instance instance;

  ForegroundJob(Instance instance) {
    this.instance = instance;
  }

  /**
   * Runs the job until it ends.
   *
   * @throws CommandException when the job failed or was cancelled
   * @throws FindingsException when rows are left that do not match the ledger
   */
  void run(Job job) throws InterruptedException {
    System.err.println("Job " + job.id());
    Job ended;
    try (JobProgressPrinter progress = printer(job)) {
      progress.start();
      ended = runToEnd(job);
    }
    instance.lifecycle().findings(ended).forEach(System.out::println);
    if (ended.ranges() > 0) {
      printSummary(ended);
    }
    requireDone(ended);
    requireNoFindings(ended);
  }

  private JobProgressPrinter printer(Job job) {
    return JobProgressPrinter.of(job, () -> instance.lifecycle().job(job.id()));
  }

  private Job runToEnd(Job job) throws InterruptedException {
    Job now = job;
    while (!now.state().isFinal()) {
      try {
        instance.jobPoller().run(job.id());
        Thread.sleep(POLL_INTERVAL.toMillis());
        now = instance.lifecycle().job(job.id()).orElseThrow();
      } catch (DriverException e) {
        System.err.println(
            "Cassandra is not available; the job goes on when it is: " + e.getMessage());
        Thread.sleep(RETRY_INTERVAL.toMillis());
      }
    }
    return now;
  }

  private static void printSummary(Job job) {
    JobProgress done = job.done();
    System.err.printf(
        Locale.ROOT,
        "%s of %s is %s: %d read, %d written; %d missing, %d stale, %d orphaned, %d repaired%n",
        job.kind().text(),
        job.tableTitle(),
        job.state().text(),
        done.read(),
        done.written(),
        done.missing(),
        done.stale(),
        done.orphaned(),
        done.repaired());
  }

  private static void requireDone(Job job) {
    if (job.state() != JobState.DONE) {
      String reason = job.message() == null ? "" : ": " + job.message();
      throw new CommandException("Job %s is %s%s".formatted(job.id(), job.state().text(), reason));
    }
  }

  private static void requireNoFindings(Job job) {
    if (job.done().left() > 0) {
      throw new FindingsException(
          "%d rows of %s do not match the ledger: %s"
              .formatted(job.done().left(), job.tableTitle(), nextStep(job)));
    }
  }

  private static String nextStep(Job job) {
    if (job.options().apply()) {
      return "run it again; if that does not help, look at their WRITETIME";
    }
    return job.isOnSeveralTables()
        ? "repair each table that the findings name, with 'lookups repair TABLE config.yml --apply'"
        : "'lookups repair %s config.yml --apply' repairs them".formatted(job.table());
  }
}
