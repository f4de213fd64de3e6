package dev.cinedex.ledger;

import java.time.Duration;
import java.util.UUID;

/** Other writers of the movie won every attempt of this one. Nothing was written. */
public final class ContentionException extends RuntimeException {
  ContentionException(UUID movieId, int attempts, Duration limit) {
    super(
        "Movie %s is being written by others: %d attempts within %d s were lost. Nothing was written; try again"
            .formatted(movieId, attempts, limit.toSeconds()));
  }
}
