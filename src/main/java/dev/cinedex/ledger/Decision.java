package dev.cinedex.ledger;

import dev.cinedex.entity.EntityState;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state that a change puts in the place of a head.
 *
 * @param state null to delete the entity
 * @param createdBy is kept with the entity if this write is its first; null for no fingerprint
 * @param forced whether a version is claimed that says the same as the last one, too
 */
public record Decision(@Nullable EntityState state, @Nullable String createdBy, boolean forced) {

  /**
   * Writes a state.
   *
   * @param state null to delete the entity
   */
  public static Decision write(@Nullable EntityState state) {
    return new Decision(state, null, false);
  }

  public static Decision delete() {
    return write(null);
  }

  /** Leaves the entity as it is. */
  public static Decision keep(Head head) {
    return new Decision(head.state(), null, false);
  }

  /** Claims a new version that says the same as the last one. */
  static Decision rewrite(Head head) {
    return new Decision(head.state(), null, true);
  }

  /** Returns the same decision with the fingerprint of the request that creates the entity. */
  public Decision createdBy(String fingerprint) {
    return new Decision(state, fingerprint, forced);
  }

  /** Returns whether nothing is to be written. */
  boolean keeps(Head head) {
    return !forced && Objects.equals(state, head.state());
  }

  /** Returns the version that a claim would put in the place of a head. */
  Head after(Head head, long clockMicros, UUID claimId) {
    return new Head(
        head.entityId(),
        Math.max(clockMicros, head.version() + 1),
        state,
        head.state(),
        claimId,
        head.version() == 0 ? createdBy : head.createdBy(),
        false);
  }
}
