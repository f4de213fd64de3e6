package dev.cinedex.jobs;

import dev.cinedex.jobs.FindingLog.RangeFindings;
import dev.cinedex.ledger.Head;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowSketch;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.projection.RowInserts;
import dev.cinedex.verification.ComparedRow;
import dev.cinedex.verification.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes the rows of every entity of the ledger, each at the version of its entity. It also makes
 * the sketches of these rows, so that the verification that follows needs not read the ledger
 * again.
 */
final class BackfillPhase implements Phase {
  private final TableJob job;

  BackfillPhase(TableJob job) {
    this.job = job;
  }

  @Override
  public String name() {
    return PhaseNames.BACKFILL;
  }

  @Override
  public RangeResult process(int slice) throws InterruptedException {
    return job.reader()
        .read(
            () -> {
              AtomicLong written = new AtomicLong();
              RowSketch sketch = new RowSketch();
              RangeFindings findings = job.findings().open(PhaseNames.BACKFILL, slice);
              Iterable<Head> heads = job.access().ledger().scan(job.range(slice));
              long read =
                  job.reader()
                      .forEachChunk(
                          heads,
                          chunk -> {
                            List<Head> affordable = affordable(chunk, findings);
                            written.addAndGet(write(affordable));
                            affordable.forEach(head -> HashPhase.addExpected(job, head, sketch));
                          });
              return new RangeResult(findings.close(read).withWritten(written.get()), sketch);
            });
  }

  private List<Head> affordable(List<Head> heads, RangeFindings findings) {
    List<Head> affordable = new ArrayList<>();
    for (Head each : heads) {
      Head head = job.access().ledger().confirmed(each);
      if (job.access().writer().isAffordable(head)) {
        affordable.add(head);
      } else {
        tooCostly(head).ifPresent(findings::add);
      }
    }
    return affordable;
  }

  /** Returns empty for an entity without rows in the table, which makes it no dearer. */
  private Optional<Finding> tooCostly(Head head) {
    return TableRows.of(job.table(), head.entityId(), head.state()).values().stream()
        .findFirst()
        .map(row -> new Finding(head, ComparedRow.tooCostly(row)));
  }

  private int write(List<Head> heads) throws InterruptedException {
    RowInserts inserts = job.access().projection().newInserts();
    for (Head head : heads) {
      for (LookupRow row : TableRows.of(job.table(), head.entityId(), head.state()).values()) {
        inserts.add(row, head.version());
      }
    }
    return inserts.await();
  }
}
