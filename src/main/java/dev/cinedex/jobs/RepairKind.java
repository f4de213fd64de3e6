package dev.cinedex.jobs;

import dev.cinedex.catalog.TableState;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Finds the rows of a table that differ from the ledger, and repairs them when told to apply. */
final class RepairKind implements RunnableKind {
  private final VerifyKind verification = new VerifyKind();

  @Override
  public String text() {
    return "repair";
  }

  @Override
  public String help() {
    return "prints these rows too, and repairs them with --apply";
  }

  @Override
  public Set<JobOption> options() {
    return Set.of(JobOption.APPLY, JobOption.SCOPE);
  }

  @Override
  public Set<TableState> tableStates() {
    return EnumSet.allOf(TableState.class);
  }

  @Override
  public List<String> phases(JobOptions options) {
    return verification.phases(options);
  }

  @Override
  public boolean repairs(JobOptions options) {
    return options.apply();
  }

  @Override
  public void run(JobExecution job) throws InterruptedException {
    verification.run(job);
  }
}
