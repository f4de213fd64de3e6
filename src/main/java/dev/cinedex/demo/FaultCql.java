package dev.cinedex.demo;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import dev.cinedex.cassandra.ColumnCodecs;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes the CQL that makes a row wrong, as somebody with cqlsh could. */
record FaultCql(String keyspace) {
  /** A value that no row of the samples has, by the type of its column. */
  private static final Map<String, Object> OTHER_VALUES =
      Map.of(
          "int", 1800,
          "text", "Somebody else",
          "date", LocalDate.of(1800, 1, 1),
          "frozen<list<text>>", List.of("Somebody else"),
          "frozen<set<text>>", Set.of("Something else"));

  /** Deletes the row. */
  String missing(StoredRow row) {
    return "DELETE FROM %s WHERE %s;".formatted(name(row), where(row));
  }

  /** Changes the first regular column; empty when the table has none. */
  Optional<String> stale(StoredRow row) {
    return row.key().table().values().stream()
        .findFirst()
        .map(
            column ->
                "UPDATE %s SET %s = %s WHERE %s;"
                    .formatted(
                        name(row),
                        column.name(),
                        literal(column, requireNonNull(OTHER_VALUES.get(column.cqlType()))),
                        where(row)));
  }

  /** Inserts the row at another key. */
  String orphaned(StoredRow row, List<Object> otherKey) {
    LookupTable table = row.key().table();
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < otherKey.size(); i++) {
      names.add(table.primaryKey().get(i).name());
      values.add(literal(table.primaryKey().get(i), otherKey.get(i)));
    }
    for (int i = 0; i < table.values().size(); i++) {
      Object value = row.row().values().get(i);
      if (value != null) {
        names.add(table.values().get(i).name());
        values.add(literal(table.values().get(i), value));
      }
    }
    return "INSERT INTO %s (%s, version) VALUES (%s, %d);"
        .formatted(name(row), String.join(", ", names), String.join(", ", values), row.version());
  }

  private String name(StoredRow row) {
    return keyspace + "." + row.key().table().name();
  }

  private static String where(StoredRow row) {
    List<Column> columns = row.key().table().primaryKey();
    return columns.stream()
        .map(
            column ->
                column.name()
                    + " = "
                    + literal(column, row.key().values().get(columns.indexOf(column))))
        .collect(joining(" AND "));
  }

  @SuppressWarnings("unchecked") // the codec is of the column's type, and so is the value
  private static String literal(Column column, Object value) {
    return ((TypeCodec<Object>) ColumnCodecs.of(column.cqlType())).format(value);
  }
}
