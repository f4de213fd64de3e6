package dev.cinedex.browser;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lookup rows of a movie as Cassandra holds them.
 *
 * @param rows by table and key, as the page writes them; of each row its other cells
 */
record StoredRows(Map<String, Map<String, Object>> rows) {
  private static final List<String> INTERNAL = List.of("bucket", "movie_id");

  static StoredRows of(String movieId) {
    Map<String, Map<String, Object>> rows = new TreeMap<>();
    for (LookupTable table : Tables.shipped()) {
      String select =
          "SELECT * FROM %s.%s WHERE movie_id = ? ALLOW FILTERING"
              .formatted(BrowserService.keyspace(), table.name());
      for (Row row : BrowserService.session().execute(select, UUID.fromString(movieId))) {
        add(table, row, rows);
      }
    }
    return new StoredRows(rows);
  }

  /** Changes a cell of a row of {@code movies_by_actor}, as somebody with cqlsh could. */
  static void makeStale(String movieId, String title, String actor) {
    BrowserService.session()
        .execute(
            "UPDATE %s.movies_by_actor SET release_year = 1800 WHERE actor = ? AND title = ? AND movie_id = ?"
                .formatted(BrowserService.keyspace()),
            actor,
            title,
            UUID.fromString(movieId));
  }

  private static void add(LookupTable table, Row row, Map<String, Map<String, Object>> rows) {
    List<String> key = table.primaryKey().stream().map(Object::toString).toList();
    Map<String, Object> cells = new LinkedHashMap<>();
    for (Column column : table.values()) {
      Object value = row.getObject(column.name());
      if (value != null) {
        cells.put(column.name(), value);
      }
    }
    String shown =
        key.stream()
            .filter(name -> !INTERNAL.contains(name))
            .map(name -> String.valueOf(row.getObject(name)))
            .collect(joining(" · "));
    rows.put(table.name() + " " + shown, cells);
  }

  /** Returns the lines in which the page shows what leads from these rows to others. */
  List<String> changesTo(StoredRows later) {
    List<String> changes = new ArrayList<>();
    later.rows.forEach(
        (row, cells) -> {
          Map<String, Object> before = rows.get(row);
          if (before == null) {
            changes.add("+ insert " + row);
          } else if (!before.equals(cells)) {
            changes.add("~ rewrite " + row + " " + cells(before, cells));
          }
        });
    rows.keySet().stream()
        .filter(row -> !later.rows.containsKey(row))
        .forEach(row -> changes.add("− delete " + row));
    return changes;
  }

  private static String cells(Map<String, Object> before, Map<String, Object> after) {
    return Stream.concat(before.keySet().stream(), after.keySet().stream())
        .distinct()
        .filter(name -> !Objects.equals(before.get(name), after.get(name)))
        .map(name -> name + " " + cell(before.get(name), after.get(name)))
        .collect(joining(" "));
  }

  private static String cell(@Nullable Object before, @Nullable Object after) {
    if (before instanceof Collection<?> from && after instanceof Collection<?> to) {
      return Stream.concat(
              from.stream().filter(each -> !to.contains(each)).map(each -> "− " + each),
              to.stream().filter(each -> !from.contains(each)).map(each -> "+ " + each))
          .collect(joining(" "));
    }
    return text(before) + " → " + text(after);
  }

  private static Object text(@Nullable Object value) {
    return value == null ? "nothing" : value;
  }
}
