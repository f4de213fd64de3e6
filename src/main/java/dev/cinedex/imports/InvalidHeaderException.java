package dev.cinedex.imports;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/** Thrown when the first line of a CSV file does not name fields of movies. Nothing is imported. */
public final class InvalidHeaderException extends CinedexException {
  InvalidHeaderException(String reason) {
    super(ErrorCode.IMPORT_FAILED, "The header of the CSV file is not valid: " + reason);
  }
}
