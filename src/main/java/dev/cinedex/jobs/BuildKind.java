package dev.cinedex.jobs;

import dev.cinedex.catalog.LookupSchema;
import dev.cinedex.catalog.TableState;
import dev.cinedex.lookup.LookupTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the rows of the entities that existed before the table, compares the table with the
 * ledger, repairs what differs, and makes the table ready.
 */
final class BuildKind implements RunnableKind {
  private static final Logger LOGGER = LoggerFactory.getLogger(BuildKind.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final VerifyKind verification = new VerifyKind();

  @Override
  public String text() {
    return "build";
  }

  @Override
  public String help() {
    return "adds a declared table and writes its rows while services run";
  }

  @Override
  public Set<JobOption> options() {
    return Set.of(JobOption.DECLARATION);
  }

  @Override
  public Set<TableState> tableStates() {
    return Set.of(TableState.BUILDING, TableState.VERIFYING);
  }

  @Override
  public List<String> phases(JobOptions options) {
    List<String> phases = new ArrayList<>();
    phases.add(PhaseNames.BACKFILL);
    phases.add(PhaseNames.TABLE_HASHES);
    phases.add(PhaseNames.FROM_LEDGER);
    phases.add(PhaseNames.FROM_TABLE);
    return phases;
  }

  /**
   * Returns true: differences are expected, because an instance that did not know the table yet
   * left its rows to those that did.
   */
  @Override
  public boolean repairs(JobOptions options) {
    return true;
  }

  @Override
  public List<LookupTable> prepare(Job job, LookupSchema schema, JobLease lease) {
    lease.report(WAITS_FOR_SCHEMA);
    return List.of(schema.make(job.table(), job.id(), lease::requireHeld));
  }

  @Override
  public void run(JobExecution job) throws InterruptedException {
    if (!job.hasBegun(PhaseNames.BACKFILL)) {
      awaitWriters(job); // once is enough: from then on every instance knows the table
    }
    Phase backfill = new BackfillPhase(job.target());
    job.run(backfill);
    if (tooCostly(job) == 0) {
      job.changeTable(TableState.BUILDING, TableState.VERIFYING);
      verification.run(job, backfill);
    }
  }

  /** Returns the number of entities whose rows the backfill could not write. */
  private static long tooCostly(JobExecution job) {
    return job.progress(PhaseNames.BACKFILL).left();
  }

  /** Waits for the instances that may still claim versions without writing the table. */
  private static void awaitWriters(JobExecution job) throws InterruptedException {
    List<String> unaware = job.unawareInstances();
    while (!unaware.isEmpty()) {
      job.lease().requireHeld();
      LOGGER.info("{} do not write table {} yet", unaware, job.target().table());
      job.lease()
          .report(
              "Waits until %d other instances write the table, or until their leases expire"
                  .formatted(unaware.size()));
      Thread.sleep(INTERVAL.toMillis());
      unaware = job.unawareInstances();
    }
    job.lease().report(null);
  }

  @Override
  public Optional<String> complete(JobExecution job) {
    long tooCostly = tooCostly(job);
    if (tooCostly > 0) {
      return Optional.of(
          "The rows of %d %ss are too large to be written, see the findings: shorten their lists and build again, or drop the table"
              .formatted(tooCostly, job.target().table().entity()));
    }
    long left = job.progress().left();
    if (left > 0) {
      return Optional.of(
          "%d rows differ from the ledger: repair the table, and build it again".formatted(left));
    }
    job.lease().renew(); // the job may have been cancelled at the last moment
    job.lease().requireHeld();
    job.changeTable(TableState.VERIFYING, TableState.READY);
    return Optional.empty();
  }
}
