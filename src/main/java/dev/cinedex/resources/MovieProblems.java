package dev.cinedex.resources;

import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.ledger.Head;
import java.util.UUID;

/** The reasons for which requests about one movie are refused. */
final class MovieProblems {
  private MovieProblems() {}

  /**
   * Returns the head of a movie that exists.
   *
   * @throws ProblemException when the movie never existed, or was deleted
   */
  static Head requireExisting(Head head) {
    if (!head.exists()) {
      throw new ProblemException(
          ProblemKind.NO_SUCH_MOVIE,
          head.version() == 0
              ? "Movie %s does not exist".formatted(head.entityId())
              : "Movie %s was deleted".formatted(head.entityId()));
    }
    return head;
  }

  static ProblemException exists(Head head) {
    return new ProblemException(
        ProblemKind.MOVIE_EXISTS,
        "Movie %s exists at version %d. Replace it by PUT /movies/%s, or leave out the id"
            .formatted(head.entityId(), head.version(), head.entityId()));
  }

  static ProblemException keyReused(UUID id) {
    return new ProblemException(
        ProblemKind.IDEMPOTENCY_KEY_REUSED,
        "This Idempotency-Key created movie %s from another body. Use a new key".formatted(id));
  }

  static ProblemException preconditionFailed(Head head) {
    return new ProblemException(
        ProblemKind.PRECONDITION_FAILED,
        head.exists()
            ? "Movie %s is at version %d. Read it again, then send If-Match: \"%d\""
                .formatted(head.entityId(), head.version(), head.version())
            : "Movie %s does not exist, so no version matches".formatted(head.entityId()));
  }
}
