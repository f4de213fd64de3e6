package dev.cinedex.projection;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.lookup.RowSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The statements that write and delete the rows of one lookup table. */
final class RowStatements {
  private final LookupTable table;
  private final PreparedStatement insert;
  private final PreparedStatement insertAt;
  private final PreparedStatement delete;

  RowStatements(CqlSession session, LookupTable table) {
    this.table = table;
    int columns = table.primaryKey().size() + table.values().size();
    String cql =
        "INSERT INTO %s (%s, version) VALUES (%s?)"
            .formatted(
                table.name(),
                Stream.concat(table.primaryKey().stream(), table.values().stream())
                    .map(Column::name)
                    .collect(joining(", ")),
                "?, ".repeat(columns));
    this.insert = session.prepare(cql);
    this.insertAt = session.prepare(cql + " USING TIMESTAMP ?");
    this.delete =
        session.prepare(
            "DELETE FROM %s WHERE %s"
                .formatted(
                    table.name(),
                    table.primaryKey().stream()
                        .map(column -> column.name() + " = ?")
                        .collect(joining(" AND "))));
  }

  /**
   * Returns the insert of a row.
   *
   * @param sizes measures the row
   */
  RowStatement insert(Insert change, long version, RowSizes sizes) {
    LookupRow row = change.row();
    long bytes = sizes.of(row.key().values()) + sizes.of(row.values()) + sizes.ofValue(version);
    return new RowStatement(table, true, bytes, () -> bind(insert, change, version));
  }

  /**
   * Returns the insert of a new row with its write timestamp: rows of several versions fit into one
   * batch.
   *
   * @param version of the entity: the write timestamp
   * @param sizes measures the row
   */
  RowStatement insertAt(LookupRow row, long version, RowSizes sizes) {
    Insert change = new Insert(row, null);
    long bytes = insert(change, version, sizes).bytes();
    return new RowStatement(
        table,
        true,
        bytes,
        () -> {
          BoundStatement bound = bind(insertAt, change, version);
          return bound.setLong(bound.size() - 1, version);
        });
  }

  /**
   * Binds the insert of a row. A value that the entity lacks is written as null only where the
   * replaced row had one. Else it is left out: a null is a tombstone, and a page of tombstones
   * slows every read.
   */
  private static BoundStatement bind(PreparedStatement prepared, Insert change, long version) {
    LookupRow row = change.row();
    List<@Nullable Object> values = new ArrayList<>(row.key().values());
    values.addAll(row.values());
    values.add(version);
    BoundStatement statement = prepared.bind(values.toArray());
    LookupRow replaced = change.replaced();
    for (int i = 0; i < row.values().size(); i++) {
      boolean absent = row.values().get(i) == null;
      if (absent && (replaced == null || replaced.values().get(i) == null)) {
        statement = statement.unset(row.key().values().size() + i);
      }
    }
    return statement;
  }

  /**
   * Returns the delete of a row.
   *
   * @param sizes measures the row
   */
  RowStatement delete(LookupRow row, RowSizes sizes) {
    List<Object> key = row.key().values();
    return new RowStatement(table, false, sizes.of(key), () -> delete.bind(key.toArray()));
  }
}
