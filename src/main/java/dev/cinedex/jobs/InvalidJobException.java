package dev.cinedex.jobs;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/** A job was asked for that is not possible; the message names the field and what it may be. */
public final class InvalidJobException extends CinedexException {
  public InvalidJobException(String field, String reason) {
    super(ErrorCode.INVALID_LOOKUP, field + ": " + reason);
  }
}
