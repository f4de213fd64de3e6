package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
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
    if (state == null || !table.present().stream().allMatch(state::has)) {
      return Map.of();
    }
    List<@Nullable Object> values = new ArrayList<>(table.values().size());
    for (Attribute<?> attribute : table.valueAttributes()) {
      values.add(state.get(attribute));
    }
    Map<RowKey, LookupRow> rows = new LinkedHashMap<>();
    for (List<ColumnSource> sources : table.keySources()) {
      for (List<Object> combination : combinations(sources, entityId, state)) {
        RowKey key = new RowKey(table, combination);
        rows.put(key, new LookupRow(key, values));
      }
    }
    return rows;
  }

  private static List<List<Object>> combinations(
      List<ColumnSource> sources, UUID entityId, EntityState state) {
    List<List<Object>> combinations = List.of(List.of());
    for (ColumnSource source : sources) {
      Collection<? extends @Nullable Object> choices = source.values(entityId, state);
      List<List<Object>> longer = new ArrayList<>(combinations.size() * choices.size());
      for (List<Object> combination : combinations) {
        for (Object choice : choices) {
          List<Object> appended = new ArrayList<>(sources.size());
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
