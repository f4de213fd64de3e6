package dev.cinedex.jobs;

import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.ledger.Head;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.verification.Finding;
import dev.cinedex.verification.RowVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads entities from the ledger, and compares the rows that they should have. */
record LedgerSide(TableJob job, Suspects suspects, RowVerifier verifier) implements Side<Head> {
  private static final int HEADS_AT_ONCE = 16;

  LedgerSide(TableJob job, Suspects suspects) {
    this(job, suspects, new RowVerifier(job.access()));
  }

  @Override
  public boolean isEmpty(int slice) {
    if (suspects.areAll()) {
      return suspects.onlyEntity() == null ? !suspects.touches(job.range(slice)) : slice != 0;
    }
    return entities(slice).isEmpty();
  }

  private List<UUID> entities(int slice) {
    return suspects.entities(job.range(slice));
  }

  @Override
  public Iterable<Head> scan(int slice) {
    UUID only = suspects.onlyEntity();
    if (suspects.areAll() && only == null) {
      return job.access().ledger().scan(job.range(slice));
    }
    List<UUID> ids = only == null ? entities(slice) : List.of(only);
    return Iterables.concat(
        Iterables.transform(
            Lists.partition(ids, HEADS_AT_ONCE),
            some -> Parallel.map(some, HEADS_AT_ONCE, job.access().ledger()::readAsync)));
  }

  @Override
  public List<RowKey> compare(int slice, List<Head> heads) {
    List<RowKey> differing = new ArrayList<>();
    for (int i = 0; i < job.tables().size(); i++) {
      int table = i;
      LookupTable its = job.tables().get(i);
      List<LookupRow> expected =
          heads.stream()
              .flatMap(head -> TableRows.of(its, head.entityId(), head.state()).values().stream())
              .filter(row -> suspects.covers(table, row, job::token))
              .toList();
      differing.addAll(verifier.compareExpected(expected));
    }
    return differing;
  }

  @Override
  public boolean reports(Finding finding) {
    return true;
  }
}
