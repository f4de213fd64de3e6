package dev.cinedex.lookup;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/** A declaration that makes no table; the message names table, field and what is allowed. */
public final class InvalidLookupException extends CinedexException {
  /**
   * @param field of its declaration, or of what is asked of it
   */
  public InvalidLookupException(String table, String field, String reason) {
    super(ErrorCode.INVALID_LOOKUP, "lookups.%s.%s: %s".formatted(table, field, reason));
  }
}
