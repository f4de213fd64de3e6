package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.DriverProfiles;
import dev.cinedex.cassandra.RowScan;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads rows of lookup tables: by key, by token range, and samples. */
public final class LookupRows {
  private final CqlSession session;
  private final Map<LookupTable, SelectStatements> statements = new ConcurrentHashMap<>();

  public LookupRows(CqlSession session) {
    this.session = session;
  }

  /** Returns the row with a key, if there is one. */
  public CompletionStage<Optional<StoredRow>> find(RowKey key) {
    return session
        .executeAsync(statements(key.table()).find(key))
        .thenApply(rows -> stored(key.table(), rows.one()));
  }

  /**
   * Returns the row with a key, if there is one, and sees everything that a writer in another
   * datacenter has acknowledged.
   */
  public CompletionStage<Optional<StoredRow>> findAcknowledged(RowKey key) {
    return session
        .executeAsync(
            statements(key.table()).find(key).setExecutionProfileName(DriverProfiles.ACKNOWLEDGED))
        .thenApply(rows -> stored(key.table(), rows.one()));
  }

  /** Returns the row with a key and its write times, if there is one. */
  public CompletionStage<Optional<TimedRow>> findTimed(RowKey key) {
    LookupTable table = key.table();
    int version = table.columns().size();
    return session
        .executeAsync(statements(table).findTimed(key))
        .thenApply(
            rows ->
                Optional.ofNullable(rows.one())
                    .map(
                        row ->
                            new TimedRow(StoredRow.of(table, row), WriteTimes.of(row, version))));
  }

  /** Returns the token of the partition of a key, without asking Cassandra. */
  public long token(RowKey key) {
    return statements(key.table()).token(key);
  }

  private static Optional<StoredRow> stored(LookupTable table, @Nullable Row row) {
    return row == null ? Optional.empty() : Optional.of(StoredRow.of(table, row));
  }

  /** Returns the rows of an entity wherever they are; reads the whole table, for diagnosis only. */
  public Iterable<StoredRow> scan(LookupTable table, UUID entityId) {
    RowScan<Row> all = new RowScan<>(session, statements(table).scan(), Function.identity());
    String id = table.entity().idColumn();
    return Iterables.transform(
        Iterables.filter(all, row -> entityId.equals(row.getUuid(id))),
        row -> StoredRow.of(table, row));
  }

  /** Returns every row of a token range, each as it is when it is read. */
  public Iterable<StoredRow> scan(LookupTable table, TokenRange range) {
    return new RowScan<>(
        session,
        statements(table).scan(range),
        row -> StoredRow.of(table, row),
        statements(table).pageSize());
  }

  /** Returns some rows: the first ones of the partitions after a token. */
  public List<StoredRow> sample(LookupTable table, long after, int limit) {
    return session
        .execute(statements(table).sample(after, limit))
        .map(row -> StoredRow.of(table, row))
        .all();
  }

  SelectStatements statements(LookupTable table) {
    return statements.computeIfAbsent(table, each -> new SelectStatements(session, each));
  }
}
