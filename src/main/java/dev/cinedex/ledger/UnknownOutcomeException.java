package dev.cinedex.ledger;

import java.util.UUID;

/**
 * Cassandra did not say whether a claim was decided, and later claims have covered its trace: the
 * write may have happened, and then was replaced.
 */
public final class UnknownOutcomeException extends RuntimeException {
  UnknownOutcomeException(UUID movieId, long version) {
    super(
        "The write of movie %s may have happened, and if so was replaced since: it is at version %d now. Read it, then decide"
            .formatted(movieId, version));
  }
}
