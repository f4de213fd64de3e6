package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes the rows that an entity has in a table. */
public final class TableRows {
  private TableRows() {}

  /**
   * Returns every row of an entity, by its key.
   *
   * @param state null when there is no entity, and so no rows
   */
  public static Map<RowKey, LookupRow> of(
      LookupTable table, UUID entityId, @Nullable EntityState state) {
    if (state == null) {
      return Map.of();
    }
    List<@Nullable Object> values = values(table, state);
    Map<RowKey, LookupRow> rows = new LinkedHashMap<>();
    for (List<Collection<?>> choices : keyChoices(table, entityId, state)) {
      for (List<Object> combination : combinations(choices)) {
        RowKey key = new RowKey(table, combination);
        rows.put(key, new LookupRow(key, values));
      }
    }
    return rows;
  }

  /**
   * Returns the row of an entity at a key, without making its other rows.
   *
   * @param state null when there is no entity, and so no row
   */
  public static Optional<LookupRow> at(RowKey key, UUID entityId, @Nullable EntityState state) {
    if (state == null) {
      return Optional.empty();
    }
    return keyChoices(key.table(), entityId, state).stream()
        .filter(choices -> isChosen(key.values(), choices))
        .map(choices -> new LookupRow(key, values(key.table(), state)))
        .findAny();
  }

  private static boolean isChosen(List<Object> key, List<Collection<?>> choices) {
    return IntStream.range(0, key.size()).allMatch(i -> choices.get(i).contains(key.get(i)));
  }

  /** Returns the values of the regular columns, which all rows of an entity share. */
  public static List<@Nullable Object> values(LookupTable table, EntityState state) {
    List<@Nullable Object> values = new ArrayList<>(table.values().size());
    for (Attribute<?> attribute : table.valueAttributes()) {
      values.add(state.get(attribute));
    }
    return values;
  }

  /**
   * Returns the values of each column of the key, once for each role: the entity has a row for each
   * combination. None when the entity is not in the table.
   */
  public static List<List<Collection<?>>> keyChoices(
      LookupTable table, UUID entityId, EntityState state) {
    if (!table.present().stream().allMatch(state::has)) {
      return List.of();
    }
    List<List<Collection<?>>> choices = new ArrayList<>(table.keySources().size());
    for (List<ColumnSource> sources : table.keySources()) {
      List<Collection<?>> columns = new ArrayList<>(sources.size());
      for (ColumnSource source : sources) {
        columns.add(source.values(entityId, state));
      }
      choices.add(columns);
    }
    return choices;
  }

  private static List<List<Object>> combinations(List<Collection<?>> columns) {
    List<List<Object>> combinations = List.of(List.of());
    for (Collection<?> choices : columns) {
      List<List<Object>> longer = new ArrayList<>(combinations.size() * choices.size());
      for (List<Object> combination : combinations) {
        for (Object choice : choices) {
          List<Object> appended = new ArrayList<>(columns.size());
          appended.addAll(combination);
          appended.add(Objects.requireNonNull(choice));
          longer.add(appended);
        }
      }
      combinations = longer;
    }
    return combinations;
  }
}
