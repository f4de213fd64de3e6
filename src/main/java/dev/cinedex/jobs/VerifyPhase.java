package dev.cinedex.jobs;

import dev.cinedex.jobs.FindingLog.RangeFindings;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
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

  private final String name;
  private final TableJob job;
  private final RowSelection rows;
  private final IntFunction<Iterable<T>> scan;
  private final Function<List<T>, List<Finding>> compare;

  private VerifyPhase(
      String name,
      TableJob job,
      RowSelection rows,
      IntFunction<Iterable<T>> scan,
      Function<List<T>, List<Finding>> compare) {
    this.name = name;
    this.job = job;
    this.rows = rows;
    this.scan = scan;
    this.compare = compare;
  }

  /** Looks up the rows that each entity of the ledger should have. */
  static VerifyPhase<Head> fromLedger(TableJob job, RowSelection rows) {
    RowVerifier verifier = new RowVerifier(job.access());
    return new VerifyPhase<>(
        FROM_LEDGER,
        job,
        rows,
        range -> heads(job, range),
        heads -> {
          List<LookupRow> expected =
              heads.stream()
                  .flatMap(head -> expected(job, head).stream())
                  .filter(rows::covers)
                  .toList();
          return verifier.recheck(verifier.compareExpected(expected));
        });
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
    return new VerifyPhase<>(
        FROM_TABLE,
        job,
        rows,
        range -> job.access().rows().scan(job.table(), Job.RANGES.get(range)),
        stored -> {
          List<StoredRow> selected = stored.stream().filter(row -> rows.covers(row.row())).toList();
          return verifier.recheck(verifier.compareStored(selected)).stream()
              .filter(finding -> finding.row().state() == RowState.ORPHANED)
              .toList();
        });
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
                          scan.apply(range), chunk -> record(compare.apply(chunk), findings));
              return RangeResult.of(job.reader().read(() -> findings.close(read)));
            });
  }

  /** Stores findings before it repairs them, so that they are known if this process dies. */
  private void record(List<Finding> found, RangeFindings findings) {
    found.forEach(findings::add);
    if (job.job().repairs()) {
      RowRepair repair = new RowRepair(job.access());
      Map<UUID, List<Finding>> byEntity =
          found.stream().collect(Collectors.groupingBy(finding -> finding.head().entityId()));
      byEntity.forEach((id, several) -> repair.repair(id, several).forEach(findings::addRepaired));
    }
  }
}
