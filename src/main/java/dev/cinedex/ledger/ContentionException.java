package dev.cinedex.ledger;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.time.Duration;

/** Thrown when other writers of an entity won every attempt of this one. Nothing was written. */
public final class ContentionException extends CinedexException {
  ContentionException(String entity, int attempts, Duration limit) {
    super(
        ErrorCode.CONTENTION,
        "%s is being written by others: %d attempts were lost within %d s. Nothing was written; try again"
            .formatted(entity, attempts, limit.toSeconds()));
  }
}
