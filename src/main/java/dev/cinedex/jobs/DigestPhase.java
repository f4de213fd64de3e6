package dev.cinedex.jobs;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowDigest;
import dev.cinedex.lookup.TableRows;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Sums up the hashes of rows: of those that the ledger asks for, or of those that the table has.
 *
 * @param <T> the items that a token range is read in
 */
final class DigestPhase<T> implements Phase {
  static final String LEDGER = "ledger_digest";
  static final String TABLE = "table_digest";

  private final String name;
  private final TableJob job;
  private final Function<TokenRange, Iterable<T>> scan;
  private final Function<T, Collection<LookupRow>> rows;

  private DigestPhase(
      String name,
      TableJob job,
      Function<TokenRange, Iterable<T>> scan,
      Function<T, Collection<LookupRow>> rows) {
    this.name = name;
    this.job = job;
    this.scan = scan;
    this.rows = rows;
  }

  static DigestPhase<Head> ofLedger(TableJob job) {
    LookupTable table = job.table();
    return new DigestPhase<>(
        LEDGER,
        job,
        range -> job.access().ledger().scan(range),
        head -> TableRows.of(table, head.entityId(), head.state()).values());
  }

  static DigestPhase<StoredRow> ofTable(TableJob job) {
    return new DigestPhase<>(
        TABLE,
        job,
        range -> job.access().rows().scan(job.table(), range),
        row -> List.of(row.row()));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public RangeResult process(int range) throws InterruptedException {
    return job.reader()
        .read(
            () -> {
              RowDigest digest = new RowDigest();
              Iterable<T> items = scan.apply(Job.RANGES.get(range));
              long read = job.reader().forEachChunk(items, chunk -> add(chunk, digest));
              return new RangeResult(JobProgress.ofRange(read, 0), digest);
            });
  }

  private void add(List<T> items, RowDigest digest) {
    Scope scope = job.job().options().scope();
    for (T item : items) {
      rows.apply(item).stream().filter(scope::covers).forEach(digest::add);
    }
  }
}
