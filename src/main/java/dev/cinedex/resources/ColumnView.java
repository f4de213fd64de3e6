package dev.cinedex.resources;

import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A column of a lookup table in JSON.
 *
 * @param type as CQL writes it
 * @param kind {@code partition}, {@code clustering} or {@code value}
 */
record ColumnView(String name, String type, String kind) {
  static List<ColumnView> all(LookupTable table) {
    List<ColumnView> columns = new ArrayList<>();
    add(table.partitionKey(), "partition", columns);
    add(table.clusteringKey(), "clustering", columns);
    add(table.values(), "value", columns);
    columns.add(new ColumnView(Column.VERSION, "bigint", "value"));
    return columns;
  }

  private static void add(List<Column> added, String kind, List<ColumnView> columns) {
    added.forEach(column -> columns.add(new ColumnView(column.name(), column.cqlType(), kind)));
  }
}
