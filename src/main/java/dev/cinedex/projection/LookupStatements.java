package dev.cinedex.projection;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges.Insert;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The four statements of one lookup table. */
final class LookupStatements {
  private final LookupTable table;
  private final PreparedStatement insert;
  private final PreparedStatement delete;
  private final PreparedStatement firstPage;
  private final PreparedStatement nextPage;

  LookupStatements(CqlSession session, LookupTable table) {
    this.table = table;
    String columns =
        names(Stream.concat(table.primaryKey().stream(), table.values().stream()), ", ");
    String select =
        "SELECT %s, version FROM %s WHERE %s"
            .formatted(
                columns, table.name(), names(table.partitionKey().stream(), " = ? AND ") + " = ?");
    String clustering = names(table.clusteringKey().stream(), ", ");
    this.insert =
        session.prepare(
            "INSERT INTO %s (%s, version) VALUES (%s?)"
                .formatted(
                    table.name(),
                    columns,
                    "?, ".repeat(table.primaryKey().size() + table.values().size())));
    this.delete =
        session.prepare(
            "DELETE FROM %s WHERE %s = ?"
                .formatted(table.name(), names(table.primaryKey().stream(), " = ? AND ")));
    this.firstPage = session.prepare(select + " LIMIT ?");
    this.nextPage =
        session.prepare(
            select
                + " AND (%s) > (%s) LIMIT ?"
                    .formatted(clustering, clustering.replaceAll("\\w+", "?")));
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

  /**
   * @param partitionKey with the bucket
   * @param after clustering key of the row before the page; null for the first page
   */
  BoundStatement page(List<Object> partitionKey, @Nullable List<Object> after, int limit) {
    List<Object> values = new ArrayList<>(partitionKey);
    if (after != null) {
      values.addAll(after);
    }
    values.add(limit);
    return (after == null ? firstPage : nextPage)
        .bind(values.toArray())
        .setPageSize(limit)
        .setIdempotent(true);
  }

  private static String names(Stream<Column> columns, String separator) {
    return columns.map(Column::name).collect(joining(separator));
  }
}
