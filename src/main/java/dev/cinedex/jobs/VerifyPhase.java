package dev.cinedex.jobs;

import com.google.common.collect.Lists;
import dev.cinedex.jobs.FindingLog.RangeFindings;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.verification.Finding;
import dev.cinedex.verification.RowRepair;
import dev.cinedex.verification.RowVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares rows with the ledger one by one, from one side of the two; records what differs, and
 * repairs it if the job does.
 *
 * @param <T> the items that a slice is read in
 */
final class VerifyPhase<T> implements Phase {
  /** Differences that are in memory at the same time, each with two rows and their entity. */
  private static final int FINDINGS_AT_ONCE = 16;

  private final String name;
  private final TableJob job;
  private final Side<T> side;
  private final ExecutorService checks;
  private final RowVerifier verifier;
  private final RowRepair repair;

  private VerifyPhase(String name, TableJob job, Side<T> side, ExecutorService checks) {
    this.name = name;
    this.job = job;
    this.side = side;
    this.checks = checks;
    this.verifier = new RowVerifier(job.access());
    this.repair = new RowRepair(job.access());
  }

  /**
   * Looks up the suspected rows that entities of the ledger should have.
   *
   * @param checks runs the checks of several entities at the same time
   */
  static Phase fromLedger(TableJob job, Suspects suspects, ExecutorService checks) {
    return new VerifyPhase<>(PhaseNames.FROM_LEDGER, job, new LedgerSide(job, suspects), checks);
  }

  /**
   * Looks up the entities of suspected rows of the tables; stale rows are found from the ledger.
   *
   * @param checks runs the checks of several entities at the same time
   */
  static Phase fromTables(TableJob job, Suspects suspects, ExecutorService checks) {
    return new VerifyPhase<>(PhaseNames.FROM_TABLE, job, new TableSide(job, suspects), checks);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isEmpty(int slice) {
    return side.isEmpty(slice);
  }

  @Override
  public RangeResult process(int slice) throws InterruptedException {
    return job.reader()
        .read(
            () -> {
              RangeFindings findings = job.findings().open(name, slice);
              long read =
                  job.reader()
                      .forEachChunk(
                          side.scan(slice), chunk -> record(side.compare(slice, chunk), findings));
              return RangeResult.of(job.reader().read(() -> findings.close(read)));
            });
  }

  /** Checks the rows again that seem to differ, some at a time. */
  private void record(List<RowKey> differing, RangeFindings findings) throws InterruptedException {
    for (List<RowKey> some : Lists.partition(differing, FINDINGS_AT_ONCE)) {
      Map<UUID, List<RowKey>> byEntity =
          some.stream().collect(Collectors.groupingBy(RowKey::entityId));
      List<Callable<@Nullable Void>> tasks = new ArrayList<>();
      byEntity.forEach(
          (id, keys) ->
              tasks.add(
                  () -> {
                    check(id, keys, findings);
                    return null;
                  }));
      ParallelTasks.run(checks, tasks);
    }
  }

  private void check(UUID entityId, List<RowKey> keys, RangeFindings findings) {
    List<Finding> found = verifier.recheck(entityId, keys).stream().filter(side::reports).toList();
    found.forEach(findings::add); // stored before they are repaired, if this process dies
    if (job.job().repairs() && !found.isEmpty()) {
      repair.repair(entityId, found).forEach(findings::addRepaired);
    }
  }
}
