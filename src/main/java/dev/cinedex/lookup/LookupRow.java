package dev.cinedex.lookup;

import static java.util.Objects.requireNonNull;

import dev.cinedex.movie.Attribute;
import dev.cinedex.movie.Movie;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of a lookup table.
 *
 * @param key values of {@link LookupTable#primaryKey()}, in its order
 * @param values values of {@link LookupTable#values()}, in its order; null where the movie has none
 */
public record LookupRow(LookupTable table, List<Object> key, List<@Nullable Object> values) {
  public LookupRow {
    key = List.copyOf(key);
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  public UUID entityId() {
    return (UUID) key.get(key.size() - 1);
  }

  /**
   * The movie, of a row that holds a complete one.
   *
   * @throws NullPointerException of one that lacks some of it
   */
  @SuppressWarnings("unchecked") // the columns' types are those of the attributes
  public Movie toMovie() {
    Map<String, @Nullable Object> columns = columns();
    return new Movie(
        (String) required(columns, Attribute.TITLE),
        (Integer) required(columns, Attribute.RELEASE_YEAR),
        (LocalDate) columns.get(Attribute.RELEASE_DATE.columnName()),
        (Set<String>) required(columns, Attribute.GENRES),
        (List<String>) required(columns, Attribute.ACTORS),
        (List<String>) required(columns, Attribute.DIRECTORS),
        (String) columns.get(Attribute.SYNOPSIS.columnName()));
  }

  private static Object required(Map<String, @Nullable Object> columns, Attribute attribute) {
    return requireNonNull(columns.get(attribute.columnName()), attribute.columnName());
  }

  /** The values of all columns, by name. */
  public Map<String, @Nullable Object> columns() {
    Map<String, @Nullable Object> columns = new LinkedHashMap<>();
    List<Column> primaryKey = table.primaryKey();
    for (int i = 0; i < key.size(); i++) {
      columns.put(primaryKey.get(i).name(), key.get(i));
    }
    for (int i = 0; i < values.size(); i++) {
      columns.put(table.values().get(i).name(), values.get(i));
    }
    return columns;
  }
}
