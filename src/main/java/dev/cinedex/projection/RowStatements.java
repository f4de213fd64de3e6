package dev.cinedex.projection;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import dev.cinedex.cassandra.ColumnCodecs;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.lookup.RowSizes;
import java.util.List;

/** The statements that write and delete the rows of one lookup table. */
final class RowStatements {
  private final LookupTable table;
  private final List<TypeCodec<Object>> codecs;
  private final PreparedStatement insert;
  private final PreparedStatement insertAt;
  private final PreparedStatement delete;

  RowStatements(CqlSession session, LookupTable table) {
    this.table = table;
    this.codecs = ColumnCodecs.of(table.columns(), Column::cqlType);
    String cql =
        "INSERT INTO %s (%s, version) VALUES (%s?)"
            .formatted(
                table.name(),
                table.columns().stream().map(Column::name).collect(joining(", ")),
                "?, ".repeat(codecs.size()));
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
    return new RowStatement(table, true, bytes, () -> bind(insert, change, version).build());
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
          BoundStatementBuilder bound = bind(insertAt, change, version);
          return bound.setLong(bound.size() - 1, version).build();
        });
  }

  /**
   * Binds the insert of a row. A value that the entity lacks is written as null only where the
   * replaced row had one. Else it is left out: a null is a tombstone, and a page of tombstones
   * slows every read.
   */
  private BoundStatementBuilder bind(PreparedStatement prepared, Insert change, long version) {
    LookupRow row = change.row();
    LookupRow replaced = change.replaced();
    int keys = row.key().values().size();
    BoundStatementBuilder statement = key(prepared, row.key().values());
    for (int i = 0; i < row.values().size(); i++) {
      Object value = row.values().get(i);
      if (value != null || (replaced != null && replaced.values().get(i) != null)) {
        statement = statement.set(keys + i, value, codecs.get(keys + i));
      }
    }
    return statement.setLong(codecs.size(), version);
  }

  private BoundStatementBuilder key(PreparedStatement prepared, List<Object> values) {
    BoundStatementBuilder statement = prepared.boundStatementBuilder();
    for (int i = 0; i < values.size(); i++) {
      statement = statement.set(i, values.get(i), codecs.get(i));
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
    return new RowStatement(table, false, sizes.of(key), () -> key(delete, key).build());
  }
}
