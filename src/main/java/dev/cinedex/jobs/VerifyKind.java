package dev.cinedex.jobs;

import dev.cinedex.catalog.TableState;
import dev.cinedex.lookup.RowSketch;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the rows of tables that differ from the ledger. It first makes sketches of both sides. Then
 * it compares only the rows that the sketches name; all rows when too many differ, or when the
 * scope is not the same part of both sides.
 */
final class VerifyKind implements RunnableKind {
  @Override
  public String text() {
    return "verify";
  }

  @Override
  public String help() {
    return "prints each row that is missing, stale or orphaned; exit code 1 if there is one";
  }

  @Override
  public Set<JobOption> options() {
    return Set.of(JobOption.SCOPE, JobOption.ALL);
  }

  @Override
  public Set<TableState> tableStates() {
    return EnumSet.allOf(TableState.class);
  }

  @Override
  public boolean repairs(JobOptions options) {
    return false;
  }

  @Override
  public List<String> phases(JobOptions options) {
    List<String> phases = new ArrayList<>();
    if (isSketched(options)) {
      phases.add(PhaseNames.LEDGER_HASHES);
      phases.add(PhaseNames.TABLE_HASHES);
    }
    phases.add(PhaseNames.FROM_LEDGER);
    phases.add(PhaseNames.FROM_TABLE);
    return phases;
  }

  /** Returns whether the scope has the same rows in both sides, whatever tokens are read. */
  private static boolean isSketched(JobOptions options) {
    return options.scope().entityId() == null && options.scope().tokens() == null;
  }

  @Override
  public void run(JobExecution job) throws InterruptedException {
    run(job, HashPhase.ofLedger(job.target()));
  }

  /**
   * Runs the phases of a verification.
   *
   * @param ofLedger makes the sketches of the rows that the ledger asks for
   */
  void run(JobExecution job, Phase ofLedger) throws InterruptedException {
    Suspects suspects = suspects(job, ofLedger);
    job.run(VerifyPhase.fromLedger(job.target(), suspects, job.checks()));
    job.run(VerifyPhase.fromTables(job.target(), suspects, job.checks()));
  }

  private static Suspects suspects(JobExecution job, Phase ofLedger) throws InterruptedException {
    JobOptions options = job.target().job().options();
    if (!isSketched(options)) {
      return Suspects.all(options.scope());
    }
    RowSketch sketch = job.sketch(List.of(ofLedger, HashPhase.ofTables(job.target())));
    return sketch
        .differences()
        .map(rows -> Suspects.of(options.scope(), rows, job.target().access().ledger()::token))
        .orElseGet(() -> Suspects.all(options.scope()));
  }
}
