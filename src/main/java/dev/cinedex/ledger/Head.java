package dev.cinedex.ledger;

import static java.util.Objects.requireNonNull;

import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.Transition;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The latest version of one entity.
 *
 * @param version 0 when there never was such an entity
 * @param state null when the entity is deleted, or never was
 * @param previous the state before this version; null when there was none
 * @param claimId the request that wrote this version; null only at version 0
 * @param createdBy the fingerprint of the request that first created the entity with an idempotency
 *     key; null when there was no key
 * @param settled whether all lookup rows of this version are known to be written
 */
public record Head(
    UUID entityId,
    long version,
    @Nullable EntityState state,
    @Nullable EntityState previous,
    @Nullable UUID claimId,
    @Nullable String createdBy,
    boolean settled) {

  /** Returns the head of an entity that never was. */
  static Head absent(UUID entityId) {
    return new Head(entityId, 0, null, null, null, null, true);
  }

  public boolean exists() {
    return state != null;
  }

  /** Returns the same head, whose lookup rows are all written now. */
  Head asSettled() {
    return new Head(entityId, version, state, previous, claimId, createdBy, true);
  }

  /**
   * Returns whether this version was inserted without a claim, and may lack some lookup rows. An
   * insert that was never acknowledged might still arrive, and replace it.
   */
  boolean isUncertain() {
    return !settled && claimId != null && Note.isUnclaimed(claimId);
  }

  /** Returns the same version as a claim writes it. */
  Head claimed() {
    UUID claim = Note.claimId(Note.writtenAt(requireNonNull(claimId)));
    return new Head(entityId, version, state, previous, claim, createdBy, settled);
  }

  /** Returns this version as the one that follows a head, whatever was decided in between. */
  Head inPlaceOf(Head head) {
    return new Head(entityId, version, state, head.state, claimId, createdBy, false);
  }

  /** Returns the change from the version before to this one. */
  public Transition transition() {
    return new Transition(entityId, previous, state, version);
  }
}
