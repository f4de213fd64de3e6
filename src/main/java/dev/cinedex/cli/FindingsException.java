package dev.cinedex.cli;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/** Ends a command that did its work and found something that its user should look at. */
final class FindingsException extends CinedexException {
  FindingsException(String message) {
    super(ErrorCode.FINDINGS, message);
  }
}
