package dev.cinedex.overview;

import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.doctor.CheckResult;
import dev.cinedex.instance.BuildAdvice;
import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobState;
import dev.cinedex.lookup.PartitionAdvice;
import dev.cinedex.overview.OverviewView.Table;
import dev.cinedex.overview.OverviewView.Unsettled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says what somebody should do, the most urgent first. */
final class Adviser {
  private final Duration lateAfter;

  /**
   * @param lateAfter the age at which the sweeper should have settled every write
   */
  Adviser(Duration lateAfter) {
    this.lateAfter = lateAfter;
  }

  List<Advice> of(
      Instance instance,
      List<CheckResult> checks,
      List<Table> tables,
      @Nullable Unsettled unsettled) {
    List<Advice> advice = new ArrayList<>();
    checks.stream()
        .filter(check -> !check.advice().isEmpty())
        .map(Adviser::of)
        .forEach(advice::add);
    tables.stream().filter(table -> table.drifted() > 0).map(Adviser::drift).forEach(advice::add);
    if (unsettled != null && unsettled.oldestSeconds() > lateAfter.toSeconds()) {
      advice.add(late(unsettled));
    }
    instance.lastJobs().forEach(job -> add(job, advice));
    instance
        .unbuilt()
        .forEach(
            table ->
                advice.add(Advice.onTable("hint", BuildAdvice.of(table), "build", table.name())));
    for (Entry entry : instance.catalog().lastKnown().entries()) {
      PartitionAdvice.warnings(entry.table())
          .forEach(text -> advice.add(Advice.of("hint", entry.table().name() + ": " + text)));
    }
    return advice;
  }

  private static Advice of(CheckResult check) {
    return Advice.of(
        check.level().text(), "%s: %s. %s".formatted(check.check(), check.found(), check.advice()));
  }

  private static Advice drift(Table table) {
    String text =
        String.format(
            Locale.ROOT,
            "%s: %,d of %,d sampled rows are wrong. Verify it, to find every wrong row.",
            table.name(),
            table.drifted(),
            table.sampled());
    return Advice.onTable("warning", text, "verify", table.name());
  }

  private static Advice late(Unsettled unsettled) {
    return Advice.onMovie(
        "The rows of %d %s may be incomplete, the oldest for %d s. The sweeper should have completed them: see its log."
            .formatted(
                unsettled.movies(),
                unsettled.movies() == 1 ? "movie" : "movies",
                unsettled.oldestSeconds()),
        unsettled.examples().get(0).movieId());
  }

  private static void add(Job job, List<Advice> advice) {
    long found = job.done().missing() + job.done().stale() + job.done().orphaned();
    String what = "The job %s of %s".formatted(job.kind().text(), job.tableTitle());
    if (job.state() == JobState.PAUSED) {
      advice.add(
          Advice.onJob(what + " is paused. Resume it, or cancel it.", job.table(), job.id()));
    } else if (job.state() == JobState.FAILED) {
      advice.add(Advice.onJob(what + " has failed. See why.", job.table(), job.id()));
    } else if (job.state() == JobState.DONE && found > job.done().repaired()) {
      String text =
          "%s found %d wrong %s%s. "
              .formatted(
                  what,
                  found,
                  found == 1 ? "row" : "rows",
                  job.done().repaired() == 0
                      ? ""
                      : ", and repaired %d of them".formatted(job.done().repaired()));
      advice.add(
          job.isOnSeveralTables()
              ? Advice.onJob(text + "Repair each table that has some.", job.table(), job.id())
              : Advice.onTable("warning", text + "Repair the table.", "repair", job.table()));
    }
  }
}
