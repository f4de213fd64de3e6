package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import dev.cinedex.cassandra.ColumnCodecs;
import dev.cinedex.cassandra.RowScan;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row as it is in its table.
 *
 * @param version the entity's version that wrote the row
 * @param bytes of its values as they were received
 */
public record StoredRow(LookupRow row, long version, long bytes) {
  /** Reads a row that was selected by {@link SelectStatements}: key, values, version. */
  static StoredRow of(LookupTable table, Row row) {
    List<Column> columns = table.primaryKey();
    List<Object> key = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      key.add(Objects.requireNonNull(row.get(i, codec(columns.get(i)))));
    }
    int values = table.values().size();
    List<@Nullable Object> others = new ArrayList<>(values);
    for (int i = 0; i < values; i++) {
      others.add(row.get(columns.size() + i, codec(table.values().get(i))));
    }
    return new StoredRow(
        new LookupRow(new RowKey(table, key), others),
        row.getLong(columns.size() + values),
        RowScan.bytes(row));
  }

  private static TypeCodec<?> codec(Column column) {
    return ColumnCodecs.of(column.cqlType());
  }

  public RowKey key() {
    return row.key();
  }

  public UUID entityId() {
    return row.entityId();
  }
}
