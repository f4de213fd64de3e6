package dev.cinedex.catalog;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the schema cannot be changed now: another process changes it, or the nodes have not
 * agreed on the last change. The same call may succeed later.
 */
public final class SchemaBusyException extends CinedexException {
  SchemaBusyException(String message) {
    this(message, null);
  }

  SchemaBusyException(String message, @Nullable Throwable cause) {
    super(ErrorCode.SCHEMA_BUSY, message, cause);
  }
}
