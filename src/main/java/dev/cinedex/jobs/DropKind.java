package dev.cinedex.jobs;

import dev.cinedex.catalog.LookupSchema;
import dev.cinedex.catalog.TableState;
import dev.cinedex.lookup.LookupTable;
import java.util.List;
import java.util.Set;

/** Drops a table that is not in the catalog any more, when no instance writes it. */
final class DropKind implements RunnableKind {
  @Override
  public String text() {
    return "drop";
  }

  @Override
  public String help() {
    return "drops a retired or unbuilt table";
  }

  @Override
  public Set<JobOption> options() {
    return Set.of();
  }

  @Override
  public Set<TableState> tableStates() {
    return Set.of(TableState.DROPPED);
  }

  @Override
  public List<String> phases(JobOptions options) {
    return List.of();
  }

  @Override
  public boolean repairs(JobOptions options) {
    return false;
  }

  @Override
  public List<LookupTable> prepare(Job job, LookupSchema schema, JobLease lease) {
    lease.report(WAITS_FOR_SCHEMA);
    schema.drop(job.table(), lease::requireHeld);
    return List.of();
  }

  @Override
  public void run(JobExecution job) {}
}
