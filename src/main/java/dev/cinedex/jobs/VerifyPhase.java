package dev.cinedex.jobs;

import com.google.common.collect.Lists;
import dev.cinedex.jobs.FindingLog.RangeFindings;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.verification.Finding;
import dev.cinedex.verification.RowRepair;
import dev.cinedex.verification.RowState;
import dev.cinedex.verification.RowVerifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Compares the selected rows of a table with the ledger, from one side of the two; records what
 * differs, and repairs it if the job does.
 *
 * @param <T> the items that a token range is read in
 */
final class VerifyPhase<T> implements Phase {
  static final String FROM_LEDGER = "from_ledger";
  static final String FROM_TABLE = "from_table";

  /** Differences that are in memory at the same time, each with two rows and their entity. */
  private static final int FINDINGS_AT_ONCE = 16;

  private final String name;
  private final TableJob job;
  private final RowSelection rows;
  private final Side<T> side;
  private final RowVerifier verifier;

  /**
   * One side of the comparison.
   *
   * @param scan reads a token range
   * @param compare returns the keys of the rows that seem to differ
   * @param reports whether a difference is reported from this side
   */
  private record Side<T>(
      IntFunction<Iterable<T>> scan,
      Function<List<T>, List<RowKey>> compare,
      Predicate<Finding> reports) {}

  private VerifyPhase(
      String name, TableJob job, RowSelection rows, RowVerifier verifier, Side<T> side) {
    this.name = name;
    this.job = job;
    this.rows = rows;
    this.side = side;
    this.verifier = verifier;
  }

  /** Looks up the rows that each entity of the ledger should have. */
  static VerifyPhase<Head> fromLedger(TableJob job, RowSelection rows) {
    RowVerifier verifier = new RowVerifier(job.access());
    Side<Head> ledger =
        new Side<>(
            range -> heads(job, range),
            heads ->
                verifier.compareExpected(
                    heads.stream()
                        .flatMap(head -> expected(job, head).stream())
                        .filter(rows::covers)
                        .toList()),
            finding -> true);
    return new VerifyPhase<>(FROM_LEDGER, job, rows, verifier, ledger);
  }

  private static Collection<LookupRow> expected(TableJob job, Head head) {
    return TableRows.of(job.table(), head.entityId(), head.state()).values();
  }

  private static Iterable<Head> heads(TableJob job, int range) {
    UUID entityId = job.job().options().scope().entityId();
    if (entityId == null) {
      return job.access().ledger().scan(Job.RANGES.get(range));
    }
    return range == 0 ? List.of(job.access().ledger().read(entityId)) : List.of();
  }

  /** Looks up the entity of each row of the table; stale rows are found from the ledger. */
  static VerifyPhase<StoredRow> fromTable(TableJob job, RowSelection rows) {
    RowVerifier verifier = new RowVerifier(job.access());
    Side<StoredRow> table =
        new Side<>(
            range -> job.access().rows().scan(job.table(), Job.RANGES.get(range)),
            stored ->
                verifier.compareStored(
                    stored.stream().filter(row -> rows.covers(row.row())).toList()),
            finding -> finding.row().state() == RowState.ORPHANED);
    return new VerifyPhase<>(FROM_TABLE, job, rows, verifier, table);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public RangeResult process(int range) throws InterruptedException {
    if (!rows.touches(Job.RANGES.get(range))) {
      return RangeResult.of(JobProgress.ofRange(0, 0));
    }
    return job.reader()
        .read(
            () -> {
              RangeFindings findings = job.findings().open(name, range);
              long read =
                  job.reader()
                      .forEachChunk(
                          side.scan().apply(range),
                          chunk -> record(side.compare().apply(chunk), findings));
              return RangeResult.of(job.reader().read(() -> findings.close(read)));
            });
  }

  /** Checks the rows again that seem to differ, some at a time. */
  private void record(List<RowKey> differing, RangeFindings findings) {
    for (List<RowKey> some : Lists.partition(differing, FINDINGS_AT_ONCE)) {
      List<Finding> found = verifier.recheck(some).stream().filter(side.reports()).toList();
      found.forEach(findings::add); // stored before they are repaired, if this process dies
      if (job.job().repairs()) {
        repair(found, findings);
      }
    }
  }

  private void repair(List<Finding> found, RangeFindings findings) {
    RowRepair repair = new RowRepair(job.access());
    Map<UUID, List<Finding>> byEntity =
        found.stream().collect(Collectors.groupingBy(finding -> finding.head().entityId()));
    byEntity.forEach((id, several) -> repair.repair(id, several).forEach(findings::addRepaired));
  }
}
