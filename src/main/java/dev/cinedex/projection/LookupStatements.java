package dev.cinedex.projection;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.Listing;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges.Insert;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The statements of one lookup table. */
final class LookupStatements {
  /** What reads every row of a partition, or every partition, takes longer than a page. */
  private static final Duration SCAN_TIMEOUT = Duration.ofMinutes(1);

  private final LookupTable table;
  private final PreparedStatement insert;
  private final PreparedStatement delete;
  private final PreparedStatement find;
  private final String scan;
  private final String select;

  private final CqlSession session;

  /** By text: bounds and order make a dozen at most. */
  private final Map<String, PreparedStatement> pages = new ConcurrentHashMap<>();

  LookupStatements(CqlSession session, LookupTable table) {
    this.session = session;
    this.table = table;
    String columns =
        names(Stream.concat(table.primaryKey().stream(), table.values().stream()), ", ");
    this.scan = "SELECT %s, version FROM %s".formatted(columns, table.name());
    this.select = scan + " WHERE ";
    this.find = session.prepare(select + equal(table.primaryKey()));
    this.insert =
        session.prepare(
            "INSERT INTO %s (%s, version) VALUES (%s?)"
                .formatted(
                    table.name(),
                    columns,
                    "?, ".repeat(table.primaryKey().size() + table.values().size())));
    this.delete =
        session.prepare(
            "DELETE FROM %s WHERE %s".formatted(table.name(), equal(table.primaryKey())));
  }

  /**
   * A value the movie lacks is written as null only where the replaced row had one. Else it is left
   * out: a null is a tombstone, and a page of them slows every read.
   */
  BoundStatement insert(Insert change, long version) {
    List<@Nullable Object> values = new ArrayList<>(change.row().key());
    values.addAll(change.row().values());
    values.add(version);
    BoundStatement statement = insert.bind(values.toArray());
    LookupRow replaced = change.replaced();
    for (int i = 0; i < table.values().size(); i++) {
      boolean absent = change.row().values().get(i) == null;
      if (absent && (replaced == null || replaced.values().get(i) == null)) {
        statement = statement.unset(change.row().key().size() + i);
      }
    }
    return statement;
  }

  BoundStatement delete(LookupRow row) {
    return delete.bind(row.key().toArray());
  }

  /** Every row of the table. */
  SimpleStatement scan() {
    return SimpleStatement.newInstance(scan).setIdempotent(true);
  }

  /** Every partition key, in no order. */
  SimpleStatement partitions() {
    return SimpleStatement.newInstance(
            "SELECT DISTINCT %s FROM %s"
                .formatted(names(table.partitionKey().stream(), ", "), table.name()))
        .setTimeout(SCAN_TIMEOUT)
        .setIdempotent(true);
  }

  /** How many rows a partition has; Cassandra reads them all for it. */
  SimpleStatement count(List<Object> partitionKey) {
    return SimpleStatement.newInstance(
            "SELECT COUNT(*) FROM %s WHERE %s".formatted(table.name(), equal(table.partitionKey())),
            partitionKey.toArray())
        .setTimeout(SCAN_TIMEOUT)
        .setIdempotent(true);
  }

  /** The row with a primary key. */
  BoundStatement find(List<Object> key) {
    return find.bind(key.toArray()).setIdempotent(true);
  }

  /**
   * @param partitionKey with the bucket
   * @param after clustering key of the row before the page; null for the first page
   */
  BoundStatement page(
      Listing listing, List<Object> partitionKey, @Nullable List<Object> after, int limit) {
    List<Object> values = new ArrayList<>(partitionKey);
    StringBuilder cql = new StringBuilder(select).append(equal(table.partitionKey()));
    boolean descending = listing.descending();
    if (after != null && !descending) {
      bound(cql, values, ">", after);
    } else if (listing.range().from() != null) {
      bound(cql, values, ">=", List.of(listing.range().from()));
    }
    if (after != null && descending) {
      bound(cql, values, "<", after);
    } else if (listing.range().to() != null) {
      bound(cql, values, "<", List.of(listing.range().to()));
    }
    if (descending) {
      cql.append(" ORDER BY ").append(table.clusteringKey().get(0).name()).append(" DESC");
    }
    cql.append(" LIMIT ?");
    values.add(limit);
    return pages
        .computeIfAbsent(cql.toString(), session::prepare)
        .bind(values.toArray())
        .setPageSize(limit)
        .setIdempotent(true);
  }

  /** Of the first clustering columns, as a tuple: CQL does not mix tuples with single columns. */
  private void bound(StringBuilder cql, List<Object> values, String operator, List<Object> bound) {
    Stream<Column> columns = table.clusteringKey().stream().limit(bound.size());
    cql.append(" AND (")
        .append(names(columns, ", "))
        .append(") ")
        .append(operator)
        .append(" (")
        .append(String.join(", ", Collections.nCopies(bound.size(), "?")))
        .append(')');
    values.addAll(bound);
  }

  private static String equal(List<Column> columns) {
    return names(columns.stream(), " = ? AND ") + " = ?";
  }

  private static String names(Stream<Column> columns, String separator) {
    return columns.map(Column::name).collect(joining(separator));
  }
}
