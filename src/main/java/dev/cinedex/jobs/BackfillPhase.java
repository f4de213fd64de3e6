package dev.cinedex.jobs;

import dev.cinedex.jobs.FindingLog.RangeFindings;
import dev.cinedex.ledger.Head;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.lookup.Transition;
import dev.cinedex.verification.ComparedRow;
import dev.cinedex.verification.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;

/** Writes the rows of every entity of the ledger, each at the version of its entity. */
final class BackfillPhase implements Phase {
  static final String NAME = "backfill";

  private final TableJob job;
  private final ExecutorService writes;

  /**
   * Creates the phase.
   *
   * @param writes runs the writes of a chunk at the same time
   */
  BackfillPhase(TableJob job, ExecutorService writes) {
    this.job = job;
    this.writes = writes;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public RangeResult process(int range) throws InterruptedException {
    return job.reader()
        .read(
            () -> {
              AtomicLong written = new AtomicLong();
              RangeFindings findings = job.findings().open(NAME, range);
              Iterable<Head> heads = job.access().ledger().scan(Job.RANGES.get(range));
              long read =
                  job.reader()
                      .forEachChunk(heads, chunk -> written.addAndGet(write(chunk, findings)));
              return RangeResult.of(findings.close(read).withWritten(written.get()));
            });
  }

  private long write(List<Head> heads, RangeFindings findings) throws InterruptedException {
    List<Callable<Long>> tasks = new ArrayList<>();
    for (Head head : heads) {
      if (!head.exists()) {
        continue;
      }
      if (job.access().writer().isAffordable(head)) {
        tasks.add(() -> write(head));
      } else {
        tooCostly(head).ifPresent(findings::add);
      }
    }
    return ParallelTasks.run(writes, tasks).stream().mapToLong(Long::longValue).sum();
  }

  /** Returns empty for an entity without rows in the table, which makes it no dearer. */
  private Optional<Finding> tooCostly(Head head) {
    return TableRows.of(job.table(), head.entityId(), head.state()).values().stream()
        .findFirst()
        .map(row -> new Finding(head, ComparedRow.tooCostly(row)));
  }

  private long write(Head head) {
    Transition creation = new Transition(head.entityId(), null, head.state(), head.version());
    RowChanges rows = RowChanges.between(List.of(job.table()), creation);
    job.access().projection().apply(rows, head.version());
    return rows.inserts().size();
  }
}
