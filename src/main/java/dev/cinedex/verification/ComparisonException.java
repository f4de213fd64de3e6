package dev.cinedex.verification;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/** Thrown when the rows of an entity cannot be compared with one version of it. */
public final class ComparisonException extends CinedexException {
  ComparisonException(String entity, int comparisons) {
    super(
        ErrorCode.CONTENTION,
        "%s is being written by others: it had another version after each of %d comparisons of its rows. Try again"
            .formatted(entity, comparisons));
  }
}
