package dev.cinedex.jobs;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowSketch;
import dev.cinedex.lookup.TableRows;
import java.util.List;

/**
 * Reads one side of the comparison and makes sketches of its rows: of those that the ledger asks
 * for, or of those that the tables have.
 */
final class HashPhase implements Phase {
  private final String name;
  private final TableJob job;
  private final Scan scan;

  /** Reads a slice into a sketch, and returns the number of items that it has read. */
  @FunctionalInterface
  private interface Scan {
    long read(int slice, RowSketch sketch) throws InterruptedException;
  }

  private HashPhase(String name, TableJob job, Scan scan) {
    this.name = name;
    this.job = job;
    this.scan = scan;
  }

  /** Makes the phase that reads the ledger: once, for all tables of the job. */
  static HashPhase ofLedger(TableJob job) {
    return new HashPhase(
        PhaseNames.LEDGER_HASHES,
        job,
        (slice, sketch) -> {
          Iterable<Head> heads = job.access().ledger().scan(job.range(slice));
          return job.reader()
              .forEachChunk(heads, chunk -> chunk.forEach(head -> addExpected(job, head, sketch)));
        });
  }

  /** Makes the phase that reads the tables, one after the other. */
  static HashPhase ofTables(TableJob job) {
    return new HashPhase(
        PhaseNames.TABLE_HASHES,
        job,
        (slice, sketch) -> {
          int table = job.tableOf(slice);
          TokenRange range = job.range(slice);
          Iterable<StoredRow> rows = job.access().rows().scan(job.tables().get(table), range);
          return job.reader().forEachChunk(rows, chunk -> addStored(job, chunk, table, sketch));
        });
  }

  /** Adds the rows that an entity should have in each table of the job. */
  static void addExpected(TableJob job, Head head, RowSketch sketch) {
    for (int table = 0; table < job.tables().size(); table++) {
      for (LookupRow row :
          TableRows.of(job.tables().get(table), head.entityId(), head.state()).values()) {
        if (job.job().options().scope().covers(row)) {
          sketch.addExpected(row, table, job.token(row));
        }
      }
    }
  }

  private static void addStored(TableJob job, List<StoredRow> rows, int table, RowSketch sketch) {
    for (StoredRow stored : rows) {
      if (job.job().options().scope().covers(stored.row())) {
        sketch.addStored(stored.row(), table, job.token(stored.row()));
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public RangeResult process(int slice) throws InterruptedException {
    return job.reader()
        .read(
            () -> {
              RowSketch sketch = new RowSketch();
              long read = scan.read(slice, sketch);
              return new RangeResult(JobProgress.ofRange(read, 0), sketch);
            });
  }
}
