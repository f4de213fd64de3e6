package dev.cinedex.projection;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.ListQuery;
import dev.cinedex.lookup.ListQuery.Range;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges.Insert;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The statements of one lookup table. */
public final class LookupStatements {
  /** What reads every row of a partition, or every partition, takes longer than a page. */
  private static final Duration SCAN_TIMEOUT = Duration.ofMinutes(1);

  private static final int SCAN_PAGE = 1_000;

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
  public BoundStatement insert(Insert change, long version) {
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

  public BoundStatement delete(LookupRow row) {
    return delete.bind(row.key().toArray());
  }

  /** Every row of the table. */
  public SimpleStatement scan() {
    return SimpleStatement.newInstance(scan).setIdempotent(true);
  }

  /** The rows of a slice of the ring. */
  public SimpleStatement scan(TokenRange slice) {
    String token = "token(" + names(table.partitionKey().stream(), ", ") + ")";
    return SimpleStatement.newInstance(
            "%s WHERE %s > ? AND %s <= ?".formatted(scan, token, token),
            slice.after(),
            slice.upTo())
        .setPageSize(SCAN_PAGE)
        .setIdempotent(true);
  }

  /** The first rows of the partitions after a token. */
  public SimpleStatement sample(long after, int most) {
    return SimpleStatement.newInstance(
            "%s WHERE token(%s) > ? LIMIT ?"
                .formatted(scan, names(table.partitionKey().stream(), ", ")),
            after,
            most)
        .setIdempotent(true);
  }

  /** Every partition key, in no order. */
  public SimpleStatement partitions() {
    return SimpleStatement.newInstance(
            "SELECT DISTINCT %s FROM %s"
                .formatted(names(table.partitionKey().stream(), ", "), table.name()))
        .setTimeout(SCAN_TIMEOUT)
        .setIdempotent(true);
  }

  /** How many rows a partition has; Cassandra reads them all for it. */
  public SimpleStatement count(List<Object> partitionKey) {
    return SimpleStatement.newInstance(
            "SELECT COUNT(*) FROM %s WHERE %s".formatted(table.name(), equal(table.partitionKey())),
            partitionKey.toArray())
        .setTimeout(SCAN_TIMEOUT)
        .setIdempotent(true);
  }

  /** The row with a primary key. */
  public BoundStatement find(List<Object> key) {
    return find.bind(key.toArray()).setIdempotent(true);
  }

  /**
   * The statements that read, one after the other, the rows of a page; each takes how many rows are
   * wanted still. It is one, but for a page that goes on in a table whose clustering columns have
   * different directions: CQL compares tuples in one direction.
   *
   * @param partitionKey with the bucket
   * @param after clustering key of the row before the page; null for the first page
   */
  public List<IntFunction<BoundStatement>> page(
      ListQuery listing, List<Object> partitionKey, @Nullable List<Object> after) {
    List<IntFunction<BoundStatement>> statements = new ArrayList<>();
    int end = after == null ? 0 : after.size();
    do {
      int start = end;
      while (start > 0 && goesDown(listing, start - 1) == goesDown(listing, end - 1)) {
        start--;
      }
      statements.add(statement(listing, partitionKey, after, start, end));
      end = start;
    } while (end > 0);
    return statements;
  }

  /** The rows that have the first columns of a key, and are beyond it in the next ones. */
  private IntFunction<BoundStatement> statement(
      ListQuery listing,
      List<Object> partitionKey,
      @Nullable List<Object> after,
      int start,
      int end) {
    List<Object> values = new ArrayList<>(partitionKey);
    StringBuilder cql = new StringBuilder(select).append(equal(table.partitionKey()));
    if (after != null && start > 0) {
      cql.append(" AND ").append(equal(table.clusteringKey().subList(0, start)));
      values.addAll(after.subList(0, start));
    }
    boolean down = goesDown(listing, Math.max(end - 1, 0));
    if (after != null) {
      bound(cql, values, down ? "<" : ">", start, after.subList(start, end));
    }
    if (start == 0) {
      Range range = listing.range();
      if (range.from() != null && (after == null || down)) {
        bound(cql, values, ">=", 0, List.of(range.from()));
      }
      if (range.to() != null && (after == null || !down)) {
        bound(cql, values, "<", 0, List.of(range.to()));
      }
    }
    if (listing.descending()) {
      Column first = table.clusteringKey().get(0);
      cql.append(" ORDER BY ").append(first.name()).append(first.descending() ? " ASC" : " DESC");
    }
    PreparedStatement page = pages.computeIfAbsent(cql + " LIMIT ?", session::prepare);
    return limit -> {
      List<Object> all = new ArrayList<>(values);
      all.add(limit);
      return page.bind(all.toArray()).setPageSize(limit).setIdempotent(true);
    };
  }

  /** Whether a clustering column's values get smaller from row to row. */
  private boolean goesDown(ListQuery listing, int column) {
    return table.clusteringKey().get(column).descending() != listing.descending();
  }

  /** Of some clustering columns, as a tuple: CQL does not mix tuples with single columns. */
  private void bound(
      StringBuilder cql, List<Object> values, String operator, int start, List<Object> bound) {
    Stream<Column> columns = table.clusteringKey().stream().skip(start).limit(bound.size());
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
