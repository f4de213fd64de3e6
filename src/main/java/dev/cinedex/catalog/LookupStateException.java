package dev.cinedex.catalog;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/**
 * What is asked of a lookup table, or of a job on it, cannot be done while it is as it is. The
 * message names it, how it is, and the next step.
 */
public final class LookupStateException extends CinedexException {
  public LookupStateException(String message) {
    super(ErrorCode.LOOKUP_STATE, message);
  }
}
