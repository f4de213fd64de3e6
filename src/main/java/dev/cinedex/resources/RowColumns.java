package dev.cinedex.resources;

import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Shows lookup rows under the names of their columns, as cqlsh does; without nulls. */
final class RowColumns {
  private RowColumns() {}

  static Map<String, Object> all(LookupRow row) {
    return present(row.columns(), name -> true);
  }

  static Map<String, Object> key(LookupRow row) {
    return key(row.key());
  }

  static Map<String, Object> key(RowKey key) {
    Map<String, Object> columns = new LinkedHashMap<>();
    List<Column> names = key.table().primaryKey();
    for (int i = 0; i < names.size(); i++) {
      columns.put(names.get(i).name(), key.values().get(i));
    }
    return columns;
  }

  static Map<String, Object> values(LookupRow row) {
    return of(row, row.table().values());
  }

  private static Map<String, Object> of(LookupRow row, List<Column> columns) {
    return present(row.columns(), columns.stream().map(Column::name).toList()::contains);
  }

  private static Map<String, Object> present(
      Map<String, ? extends @Nullable Object> columns, Predicate<String> named) {
    Map<String, Object> present = new LinkedHashMap<>();
    columns.forEach(
        (name, value) -> {
          if (value != null && named.test(name)) {
            present.put(name, value);
          }
        });
    return present;
  }
}
