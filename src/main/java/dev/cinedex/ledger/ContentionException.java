package dev.cinedex.ledger;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.time.Duration;
import java.util.UUID;

/** Other writers of the movie won every attempt of this one. Nothing was written. */
public final class ContentionException extends CinedexException {
  private ContentionException(String message) {
    super(ErrorCode.CONTENTION, message);
  }

  ContentionException(UUID movieId, int attempts, Duration limit) {
    this(
        "Movie %s is being written by others: %d attempts within %d s were lost. Nothing was written; try again"
            .formatted(movieId, attempts, limit.toSeconds()));
  }

  /** When its rows cannot be compared with one version of it. */
  public static ContentionException whileComparing(UUID movieId, int looks) {
    return new ContentionException(
        "Movie %s is being written by others: it had another version after each of %d looks at its rows"
            .formatted(movieId, looks));
  }
}
