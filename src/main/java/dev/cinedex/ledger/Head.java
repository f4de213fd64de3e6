package dev.cinedex.ledger;

import dev.cinedex.movie.Movie;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The latest version of one movie.
 *
 * @param version 0 when there never was such a movie
 * @param state null when it is deleted, or never was
 * @param previous the state before this version; null when there was none
 * @param claimId the request that wrote this version; null only at version 0
 * @param createdBy fingerprint of the request that first created the movie with an idempotency key;
 *     null when there was no key
 * @param settled whether all lookup rows of this version are known to be written
 */
public record Head(
    UUID entityId,
    long version,
    @Nullable Movie state,
    @Nullable Movie previous,
    @Nullable UUID claimId,
    @Nullable String createdBy,
    boolean settled) {

  static Head none(UUID entityId) {
    return new Head(entityId, 0, null, null, null, null, true);
  }

  /** The version that a claim would put in this one's place. */
  Head next(@Nullable Movie next, long clockMicros, UUID claimId, @Nullable String firstCreatedBy) {
    return new Head(
        entityId,
        Math.max(clockMicros, version + 1),
        next,
        state,
        claimId,
        version == 0 ? firstCreatedBy : createdBy,
        false);
  }

  public boolean exists() {
    return state != null;
  }
}
