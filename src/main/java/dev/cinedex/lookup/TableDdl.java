package dev.cinedex.lookup;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.Stream;

/** The CQL that creates a lookup table. */
final class TableDdl {
  private TableDdl() {}

  static String createStatement(LookupTable table) {
    String columns =
        Stream.concat(table.primaryKey().stream(), table.values().stream())
            .map(column -> "  " + column.name() + " " + column.cqlType())
            .collect(joining(",\n"));
    return "CREATE TABLE IF NOT EXISTS %s (\n%s,\n  %s bigint,\n  PRIMARY KEY ((%s), %s)\n)%s"
        .formatted(
            table.name(),
            columns,
            Column.VERSION,
            names(table.partitionKey()),
            names(table.clusteringKey()),
            clusteringOrder(table.clusteringKey()));
  }

  private static String clusteringOrder(List<Column> clusteringKey) {
    if (clusteringKey.stream().noneMatch(Column::descending)) {
      return "";
    }
    return clusteringKey.stream()
        .map(column -> column.name() + (column.descending() ? " DESC" : " ASC"))
        .collect(joining(", ", " WITH CLUSTERING ORDER BY (", ")"));
  }

  /** Writes a clustering column as declarations have it. */
  static String ordered(Column column) {
    return column.descending() ? column.name() + " desc" : column.name();
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(joining(", "));
  }
}
