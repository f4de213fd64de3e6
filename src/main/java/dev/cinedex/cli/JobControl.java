package dev.cinedex.cli;

import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobState;

/** The actions on the last job of a table. */
final class JobControl {
  private JobControl() {}

  static void pause(Instance instance, String table) {
    change(instance, table, JobState.PAUSED);
  }

  static void resume(Instance instance, String table) throws InterruptedException {
    Job job = change(instance, table, JobState.RUNNING);
    new ForegroundJob(instance).run(job);
  }

  static void cancel(Instance instance, String table) {
    change(instance, table, JobState.CANCELLED);
  }

  private static Job change(Instance instance, String table, JobState state) {
    Job job = instance.lifecycle().lastJob(table).orElseThrow(() -> noJob(table));
    Job changed = instance.lifecycle().change(job, state);
    System.out.printf(
        "Job %s (%s of %s) is %s%n", job.id(), job.kind().text(), table, changed.state().text());
    return changed;
  }

  private static CommandException noJob(String table) {
    return new CommandException("Lookup table '%s' has had no job".formatted(table));
  }
}
