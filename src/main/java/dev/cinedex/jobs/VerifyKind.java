package dev.cinedex.jobs;

import dev.cinedex.catalog.TableState;
import dev.cinedex.lookup.RowDigest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the rows of a table that differ from the ledger, from both sides. With the option digest it
 * first compares checksums, and then only the rows of entities whose checksums differ.
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
    return Set.of(JobOption.SCOPE);
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
    if (options.digest()) {
      phases.add(DigestPhase.LEDGER);
      phases.add(DigestPhase.TABLE);
    }
    phases.add(VerifyPhase.FROM_LEDGER);
    phases.add(VerifyPhase.FROM_TABLE);
    return phases;
  }

  @Override
  public void run(JobExecution job) throws InterruptedException {
    RowSelection rows = selection(job);
    job.run(VerifyPhase.fromLedger(job.target(), rows));
    job.run(VerifyPhase.fromTable(job.target(), rows));
  }

  private static RowSelection selection(JobExecution job) throws InterruptedException {
    JobOptions options = job.target().job().options();
    if (!options.digest()) {
      return RowSelection.of(options.scope());
    }
    RowDigest expected = job.run(DigestPhase.ofLedger(job.target()));
    RowDigest stored = job.run(DigestPhase.ofTable(job.target()));
    return new RowSelection(options.scope(), expected.differing(stored));
  }
}
