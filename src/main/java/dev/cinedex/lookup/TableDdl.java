package dev.cinedex.lookup;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** Writes the CQL that creates a lookup table. */
public final class TableDdl {
  private TableDdl() {}

  /** Returns the statement, to be executed in the keyspace of the session. */
  public static String createStatement(LookupTable table) {
    String columns =
        table.columns().stream()
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

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(joining(", "));
  }
}
