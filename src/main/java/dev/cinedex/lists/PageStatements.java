package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.lists.ListQuery.Range;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The statements that read pages of one lookup table. */
final class PageStatements {
  private final CqlSession session;
  private final LookupTable table;
  private final String select;
  private final String selectTogether;
  private final List<Integer> buckets;

  /** The statements by their text: bounds and order make a dozen texts at most. */
  private final Map<String, PreparedStatement> pages = new ConcurrentHashMap<>();

  PageStatements(CqlSession session, LookupTable table) {
    this.session = session;
    this.table = table;
    this.select =
        SelectStatements.select(table) + " WHERE " + SelectStatements.equal(table.partitionKey());
    this.selectTogether =
        "%s WHERE %s AND bucket IN ?"
            .formatted(SelectStatements.select(table), SelectStatements.equal(table.partition()));
    this.buckets = IntStream.range(0, table.declaration().buckets()).boxed().toList();
  }

  /**
   * Returns whether one statement can read the first rows of all buckets. Cassandra cannot page
   * through several partitions backwards, and {@link #page} may need several statements.
   */
  boolean canReadTogether(ListQuery query) {
    return !query.descending()
        && (query.after() == null || table.clusteringKey().stream().noneMatch(Column::descending));
  }

  /**
   * Returns the statement that reads the first rows of all buckets, one bucket after the other.
   *
   * @param count of the rows of each bucket
   */
  BoundStatement together(ListQuery query, int count) {
    Text text = new Text(query, selectTogether, query.partition());
    text.values.add(buckets);
    int rows = count * buckets.size();
    int end = query.after() == null ? 0 : query.after().size();
    return text.statement(0, end, " PER PARTITION LIMIT ? LIMIT ?", List.of(count, rows))
        .setPageSize(rows);
  }

  /**
   * Returns the statements that read the rows of a page, one after the other. It is one statement,
   * except for a page that goes on in a table whose clustering columns have different directions:
   * CQL compares tuples in one direction.
   *
   * @param partitionKey with the bucket
   * @param limit of the rows of each statement
   */
  List<BoundStatement> page(ListQuery query, List<Object> partitionKey, int limit) {
    List<BoundStatement> statements = new ArrayList<>();
    List<Object> after = query.after();
    int end = after == null ? 0 : after.size();
    do {
      int start = end;
      while (start > 0 && goesDown(query, start - 1) == goesDown(query, end - 1)) {
        start--;
      }
      statements.add(
          new Text(query, select, partitionKey).statement(start, end, " LIMIT ?", List.of(limit)));
      end = start;
    } while (end > 0);
    return statements;
  }

  /** Returns whether a clustering column's values get smaller from row to row. */
  private boolean goesDown(ListQuery query, int column) {
    return table.clusteringKey().get(column).descending() != query.descending();
  }

  /** The text of one statement, and the values that are bound to it. */
  private final class Text {
    private final ListQuery query;
    private final StringBuilder cql;
    private final List<Object> values;

    Text(ListQuery query, String select, List<Object> partitionKey) {
      this.query = query;
      this.cql = new StringBuilder(select);
      this.values = new ArrayList<>(partitionKey);
    }

    /**
     * Reads the rows that equal the position in the columns before {@code start}.
     *
     * @param limit its text, which is followed by its values
     */
    BoundStatement statement(int start, int end, String limit, List<Object> limits) {
      List<Object> after = query.after();
      boolean down = goesDown(query, Math.max(end - 1, 0));
      if (after != null) {
        equal(after.subList(0, start));
        bound(down ? "<" : ">", start, after.subList(start, end));
      }
      if (start == 0) {
        range(after, down);
      }
      if (query.descending()) {
        Column first = table.clusteringKey().get(0);
        cql.append(" ORDER BY ").append(first.name()).append(first.descending() ? " ASC" : " DESC");
      }
      PreparedStatement page = pages.computeIfAbsent(cql + limit, session::prepare);
      values.addAll(limits);
      return page.bind(values.toArray()).setIdempotent(true);
    }

    private void equal(List<Object> first) {
      if (!first.isEmpty()) {
        List<Column> columns = table.clusteringKey().subList(0, first.size());
        cql.append(" AND ").append(SelectStatements.equal(columns));
        values.addAll(first);
      }
    }

    /** Adds the bounds that the position does not imply. */
    private void range(@Nullable List<Object> after, boolean down) {
      Range range = query.range();
      if (range.from() != null && (after == null || down)) {
        bound(">=", 0, List.of(range.from()));
      }
      if (range.to() != null && (after == null || !down)) {
        bound("<", 0, List.of(range.to()));
      }
    }

    /** Compares clustering columns as a tuple: CQL does not mix tuples with single columns. */
    private void bound(String operator, int start, List<Object> bound) {
      List<Column> columns = table.clusteringKey().subList(start, start + bound.size());
      cql.append(" AND (")
          .append(SelectStatements.names(columns))
          .append(") ")
          .append(operator)
          .append(" (")
          .append(String.join(", ", Collections.nCopies(bound.size(), "?")))
          .append(')');
      values.addAll(bound);
    }
  }
}
