package dev.cinedex.catalog;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/**
 * Thrown when a lookup table, or the job on it, is not in the state that a request needs. The
 * message names the table, its state, and the next step.
 */
public final class LookupStateException extends CinedexException {
  public LookupStateException(String message) {
    super(ErrorCode.LOOKUP_STATE, message);
  }
}
