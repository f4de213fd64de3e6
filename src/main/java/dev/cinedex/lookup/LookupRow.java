package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.EntityType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of a lookup table.
 *
 * @param values of {@link LookupTable#values()}, in its order; null where the entity has none
 */
public record LookupRow(RowKey key, List<@Nullable Object> values) {
  public LookupRow {
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  public LookupTable table() {
    return key.table();
  }

  public UUID entityId() {
    return key.entityId();
  }

  /**
   * Returns the entity's state, from a row that holds all of it.
   *
   * @throws IllegalArgumentException when the row lacks an attribute that is not optional
   */
  public EntityState state() {
    EntityType entity = table().entity();
    return EntityState.of(entity, this::value);
  }

  /** Returns the attribute's value; null when the row has none. */
  public @Nullable Object value(Attribute<?> attribute) {
    return value(attribute.name());
  }

  /** Returns the value of a column; null when the row has none. */
  public @Nullable Object value(String columnName) {
    Integer position = table().position(columnName);
    if (position == null) {
      return null;
    }
    int keys = key.values().size();
    return position < keys ? key.values().get(position) : values.get(position - keys);
  }

  /**
   * Returns the key of the entity's row in another table, as far as this row tells it; of a
   * multi-valued attribute any element will do.
   */
  public Optional<RowKey> keyIn(LookupTable other) {
    List<Object> values = new ArrayList<>(other.primaryKey().size());
    for (Column column : other.primaryKey()) {
      Object value = column.source().known(entityId(), this::value);
      if (value == null) {
        return Optional.empty();
      }
      values.add(value);
    }
    return Optional.of(new RowKey(other, values));
  }

  /** Returns the values of all columns, by name. */
  public Map<String, @Nullable Object> columns() {
    Map<String, @Nullable Object> columns = new LinkedHashMap<>();
    put(columns, table().primaryKey(), key.values());
    put(columns, table().values(), values);
    return columns;
  }

  private static void put(
      Map<String, @Nullable Object> columns,
      List<Column> names,
      List<? extends @Nullable Object> values) {
    for (int i = 0; i < values.size(); i++) {
      columns.put(names.get(i).name(), values.get(i));
    }
  }
}
