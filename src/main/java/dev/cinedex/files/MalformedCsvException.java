package dev.cinedex.files;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/** Thrown for bytes that are not a record of CSV in UTF-8. */
public final class MalformedCsvException extends CinedexException {
  MalformedCsvException(String reason) {
    super(ErrorCode.MALFORMED_CSV, reason);
  }
}
