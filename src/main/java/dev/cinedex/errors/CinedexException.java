package dev.cinedex.errors;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error that reaches the user. The message is one line that names what is wrong, the value, and
 * the next step; the code decides the HTTP problem and whether a job or an import tries again.
 */
public abstract class CinedexException extends RuntimeException {
  private final ErrorCode code;

  protected CinedexException(ErrorCode code, String message) {
    this(code, message, null);
  }

  protected CinedexException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public final ErrorCode code() {
    return code;
  }

  /** Returns the error of each field; none when the error is not about a document. */
  public List<FieldError> fieldErrors() {
    return List.of();
  }
}
