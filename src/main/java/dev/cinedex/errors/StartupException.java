package dev.cinedex.errors;

import org.jspecify.annotations.Nullable;

/**
 * The service or a command cannot do its work here. The message is one line that names the cause
 * and the next step: it is all that the user is shown.
 */
public final class StartupException extends CinedexException {
  public StartupException(String message) {
    this(message, null);
  }

  public StartupException(String message, @Nullable Throwable cause) {
    super(ErrorCode.CANNOT_START, message, cause);
  }
}
