package dev.cinedex.ledger;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.util.UUID;

/**
 * Cassandra did not say whether a claim was decided. Either later claims have covered its trace, so
 * that the write may have happened and was then replaced; or it has not happened so far, and may
 * yet; or it cannot be read now which of these it is, or whether the write stands.
 */
public final class UnknownOutcomeException extends CinedexException {
  UnknownOutcomeException(UUID movieId, long version) {
    super(
        ErrorCode.OUTCOME_UNKNOWN,
        "Cassandra did not say whether the write of movie %s happened: it is at version %d now, which is not this write's. Read it, then decide"
            .formatted(movieId, version));
  }

  UnknownOutcomeException(UUID movieId, RuntimeException cause) {
    super(
        ErrorCode.OUTCOME_UNKNOWN,
        "Cassandra did not say whether the write of movie %s happened, and it cannot be found out now. Read it, then decide"
            .formatted(movieId),
        cause);
  }
}
