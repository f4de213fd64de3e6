package dev.cinedex.cli;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Ends a command that cannot do what its user asks. The message is the one line it prints. */
final class CommandException extends CinedexException {
  CommandException(String message) {
    this(message, null);
  }

  CommandException(String message, @Nullable Throwable cause) {
    super(ErrorCode.COMMAND_FAILED, message, cause);
  }
}
