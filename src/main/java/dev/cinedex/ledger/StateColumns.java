package dev.cinedex.ledger;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.cassandra.ColumnCodecs;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.EntityType;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The columns of the ledger that are the attributes of an entity, in their order. */
final class StateColumns {
  private final EntityType entity;

  StateColumns(EntityType entity) {
    this.entity = entity;
  }

  String names(String separator, String suffix) {
    return entity.attributes().stream()
        .map(attribute -> attribute.name() + suffix)
        .collect(joining(separator));
  }

  /**
   * Reads a state.
   *
   * @param first the position of the first attribute in the row
   * @throws IllegalStateException when the row lacks what every claim writes
   */
  EntityState state(UUID entityId, Row row, int first) {
    return EntityState.of(
        entity,
        attribute -> {
          Object value =
              row.get(first + attribute.position(), ColumnCodecs.of(attribute.type().cql()));
          return attribute.isOptional() ? value : required(entityId, attribute.name(), value);
        });
  }

  /** Returns a value that every claim writes. */
  <T> T required(UUID entityId, String column, @Nullable T value) {
    if (value == null) {
      throw new IllegalStateException(
          "%s has no '%s' in table %s, so another program wrote this row. Complete or delete it with a conditional CQL statement (IF EXISTS)"
              .formatted(entity.titled(entityId), column, entity.table()));
    }
    return value;
  }
}
