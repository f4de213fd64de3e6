package dev.cinedex.ledger;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/**
 * Thrown when it cannot be determined whether a write happened: its claim got no answer, and since
 * then another writer has replaced the version, the time limit has passed, or the ledger cannot be
 * read.
 */
public final class UnknownOutcomeException extends CinedexException {
  UnknownOutcomeException(String entity, long version) {
    super(
        ErrorCode.OUTCOME_UNKNOWN,
        "Cassandra did not say whether the write happened. %s is at version %d now, which is not this write's. Read it, then decide"
            .formatted(entity, version));
  }

  UnknownOutcomeException(String entity, RuntimeException cause) {
    super(
        ErrorCode.OUTCOME_UNKNOWN,
        "Cassandra did not say whether the write happened, and it cannot be determined now. %s may be written or not. Read it, then decide"
            .formatted(entity),
        cause);
  }
}
