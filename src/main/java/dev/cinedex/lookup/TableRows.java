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
final class TableRows {
  private final LookupTable table;
  private final List<Attribute<?>> values;
  private final List<Attribute<?>> present;

  /** The sources of the key columns: once, or once for each role. */
  private final List<List<ColumnSource>> keys;

  TableRows(LookupTable table, ParsedDeclaration declaration) {
    this.table = table;
    this.values = declaration.values();
    this.present = declaration.present();
    List<ColumnSource> sources = table.primaryKey().stream().map(Column::source).toList();
    this.keys =
        declaration.roles().isEmpty()
            ? List.of(sources)
            : declaration.roles().stream()
                .map(role -> sources.stream().map(source -> source.inRole(role)).toList())
                .toList();
  }

  /**
   * @param state null when there is no entity, and so no rows
   */
  Map<RowKey, LookupRow> of(UUID entityId, @Nullable EntityState state) {
    if (state == null || !present.stream().allMatch(state::has)) {
      return Map.of();
    }
    List<@Nullable Object> row = new ArrayList<>(values.size());
    for (Attribute<?> attribute : values) {
      row.add(state.get(attribute));
    }
    Map<RowKey, LookupRow> rows = new LinkedHashMap<>();
    for (List<ColumnSource> sources : keys) {
      for (List<Object> combination : combinations(sources, entityId, state)) {
        RowKey key = new RowKey(table, combination);
        rows.put(key, new LookupRow(key, row));
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
