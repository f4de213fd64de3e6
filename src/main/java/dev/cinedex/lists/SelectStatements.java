package dev.cinedex.lists;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.google.common.base.Suppliers;
import dev.cinedex.cassandra.ColumnCodecs;
import dev.cinedex.cassandra.PageSize;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.cassandra.Tokens;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The statements that read one lookup table, except those of pages. */
final class SelectStatements {
  /** Reading every row of a partition, or every partition, takes longer than a page. */
  private static final Duration SCAN_TIMEOUT = Duration.ofMinutes(1);

  private final LookupTable table;
  private final String select;
  private final String token;
  private final PreparedStatement find;
  private final PreparedStatement scan;
  private final Supplier<PreparedStatement> findTimed;
  private final Tokens tokens;
  private final PageSize pageSize = new PageSize();

  SelectStatements(CqlSession session, LookupTable table) {
    this.table = table;
    this.select = select(table);
    this.token = "token(" + names(table.partitionKey()) + ")";
    this.find = session.prepare(select + " WHERE " + equal(table.primaryKey()));
    this.scan = session.prepare("%s WHERE %s > ? AND %s <= ?".formatted(select, token, token));
    this.findTimed = Suppliers.memoize(() -> session.prepare(selectTimed(table)));
    this.tokens = new Tokens(session, ColumnCodecs.of(table.partitionKey(), Column::cqlType));
  }

  /** Returns the size of pages in scans of the table. */
  PageSize pageSize() {
    return pageSize;
  }

  /** Returns the token of the partition of a key. */
  long token(RowKey key) {
    return tokens.of(key.partitionKey());
  }

  /** Selects the columns in the order that {@link StoredRow#of} expects. */
  static String select(LookupTable table) {
    return "SELECT %s, version FROM %s".formatted(names(table.columns()), table.name());
  }

  /** Reads the row with a key. */
  BoundStatement find(RowKey key) {
    return find.bind(key.values().toArray()).setIdempotent(true);
  }

  /** Selects the write times after the columns of {@link #select}. */
  private static String selectTimed(LookupTable table) {
    String times =
        Stream.concat(table.values().stream().map(Column::name), Stream.of(Column.VERSION))
            .map("WRITETIME(%s)"::formatted)
            .collect(joining(", "));
    return "SELECT %s, version, %s FROM %s WHERE %s"
        .formatted(names(table.columns()), times, table.name(), equal(table.primaryKey()));
  }

  /** Reads the row with a key, and when its columns were written. */
  BoundStatement findTimed(RowKey key) {
    return findTimed.get().bind(key.values().toArray()).setIdempotent(true);
  }

  /** Reads every row of the table. */
  SimpleStatement scan() {
    return SimpleStatement.newInstance(select).setIdempotent(true);
  }

  /** Reads the rows of a token range. */
  BoundStatement scan(TokenRange range) {
    return scan.bind(range.after(), range.upTo()).setIdempotent(true);
  }

  /** Reads the first rows of the partitions after a token. */
  SimpleStatement sample(long after, int limit) {
    return SimpleStatement.newInstance(
            "%s WHERE %s > ? LIMIT ?".formatted(select, token), after, limit)
        .setIdempotent(true);
  }

  /** Reads every partition key, in no order. */
  SimpleStatement partitions() {
    return SimpleStatement.newInstance(
            "SELECT DISTINCT %s FROM %s".formatted(names(table.partitionKey()), table.name()))
        .setTimeout(SCAN_TIMEOUT)
        .setIdempotent(true);
  }

  /** Counts the rows of a partition; Cassandra reads them all for it. */
  SimpleStatement count(List<Object> partitionKey) {
    return SimpleStatement.newInstance(
            "SELECT COUNT(*) FROM %s WHERE %s".formatted(table.name(), equal(table.partitionKey())),
            partitionKey.toArray())
        .setTimeout(SCAN_TIMEOUT)
        .setIdempotent(true);
  }

  static String equal(List<Column> columns) {
    return columns.stream().map(column -> column.name() + " = ?").collect(joining(" AND "));
  }

  static String names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(joining(", "));
  }
}
