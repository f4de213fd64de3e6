package dev.cinedex.ledger;

import dev.cinedex.entity.EntityState;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a reader needs of the head of an entity: nothing of the version before.
 *
 * @param version 0 when there never was such an entity
 * @param state null when the entity is deleted, or never was
 * @param settled whether all lookup rows of this version are known to be written
 */
public record CurrentState(
    UUID entityId, long version, @Nullable EntityState state, boolean settled) {

  /** Returns the state of an entity that never was. */
  static CurrentState absent(UUID entityId) {
    return new CurrentState(entityId, 0, null, true);
  }
}
