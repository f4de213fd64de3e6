package dev.cinedex.jobs;

import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.verification.Finding;
import dev.cinedex.verification.RowState;
import dev.cinedex.verification.RowVerifier;
import java.util.List;

/** Reads rows from the tables, and compares them with their entities. */
record TableSide(TableJob job, Suspects suspects, RowVerifier verifier) implements Side<StoredRow> {
  TableSide(TableJob job, Suspects suspects) {
    this(job, suspects, new RowVerifier(job.access()));
  }

  @Override
  public boolean isEmpty(int slice) {
    TokenRange range = job.range(slice);
    return suspects.areAll()
        ? !suspects.touches(range)
        : suspects.partitions(job.tableOf(slice), range).isEmpty();
  }

  @Override
  public Iterable<StoredRow> scan(int slice) {
    LookupTable table = job.tables().get(job.tableOf(slice));
    TokenRange range = job.range(slice);
    if (suspects.areAll()) {
      return job.access().rows().scan(table, range);
    }
    return Iterables.concat(
        Iterables.transform(
            suspects.partitions(job.tableOf(slice), range),
            token -> job.access().rows().scan(table, new TokenRange(token - 1, token))));
  }

  @Override
  public List<RowKey> compare(int slice, List<StoredRow> rows) {
    return verifier.compareStored(
        rows.stream()
            .filter(stored -> suspects.covers(job.tableOf(slice), stored.row(), job::token))
            .toList());
  }

  @Override
  public boolean reports(Finding finding) {
    return finding.row().state() == RowState.ORPHANED;
  }
}
