package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.Rounded;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The source of the values of a column. */
sealed interface ColumnSource {
  /**
   * Returns the values that an entity gives the column: one, or in a key several (then the entity
   * has a row for each).
   */
  Collection<? extends @Nullable Object> values(UUID entityId, EntityState state);

  /**
   * Returns a value of the column as far as a row of another table tells it; of a multi-valued
   * attribute any element. Null when the row does not tell.
   *
   * @param row gives the value of a column of that row; null when the row has none
   */
  @Nullable Object known(UUID entityId, Function<String, @Nullable Object> row);

  /** Returns the source in rows of one role. */
  default ColumnSource inRole(String role) {
    return this;
  }

  /** The entity's id. */
  record Id() implements ColumnSource {
    @Override
    public List<Object> values(UUID entityId, EntityState state) {
      return List.of(entityId);
    }

    @Override
    public Object known(UUID entityId, Function<String, @Nullable Object> row) {
      return entityId;
    }
  }

  /** A number by the entity's id, which spreads a partition key. */
  record Bucket(int buckets) implements ColumnSource {
    @Override
    public List<Object> values(UUID entityId, EntityState state) {
      return List.of(Buckets.of(entityId, buckets));
    }

    @Override
    public Object known(UUID entityId, Function<String, @Nullable Object> row) {
      return Buckets.of(entityId, buckets);
    }
  }

  /** An attribute's value as it is. */
  record Value(Attribute<?> attribute) implements ColumnSource {
    @Override
    public List<@Nullable Object> values(UUID entityId, EntityState state) {
      return Collections.singletonList(state.get(attribute));
    }

    @Override
    public @Nullable Object known(UUID entityId, Function<String, @Nullable Object> row) {
      return row.apply(attribute.name());
    }
  }

  /** The elements of a multi-valued attribute. */
  record Element(Attribute<?> attribute) implements ColumnSource {
    @Override
    public Collection<?> values(UUID entityId, EntityState state) {
      return state.elements(attribute);
    }

    @Override
    public @Nullable Object known(UUID entityId, Function<String, @Nullable Object> row) {
      Object element = row.apply(attribute.elementName().orElseThrow());
      if (element == null && row.apply(attribute.name()) instanceof Collection<?> elements) {
        return elements.isEmpty() ? null : elements.iterator().next();
      }
      return element;
    }
  }

  /** An attribute's value, rounded. */
  record Rounding(Rounded rounded) implements ColumnSource {
    @Override
    public List<Object> values(UUID entityId, EntityState state) {
      return List.of(rounded.of(state.require(rounded.source())));
    }

    @Override
    public @Nullable Object known(UUID entityId, Function<String, @Nullable Object> row) {
      return row.apply(rounded.source().name()) instanceof Integer value ? rounded.of(value) : null;
    }
  }

  /** The same value in all rows. */
  record Constant(String value) implements ColumnSource {
    @Override
    public List<Object> values(UUID entityId, EntityState state) {
      return List.of(value);
    }

    @Override
    public Object known(UUID entityId, Function<String, @Nullable Object> row) {
      return value;
    }
  }

  /** A source for each role, in a table that several attributes feed. */
  record PerRole(String column, Map<String, ColumnSource> sources) implements ColumnSource {
    @Override
    public Collection<?> values(UUID entityId, EntityState state) {
      throw new IllegalStateException("The values of '%s' depend on the role".formatted(column));
    }

    @Override
    public @Nullable Object known(UUID entityId, Function<String, @Nullable Object> row) {
      return row.apply(column);
    }

    @Override
    public ColumnSource inRole(String role) {
      return sources.getOrDefault(role, this);
    }
  }
}
