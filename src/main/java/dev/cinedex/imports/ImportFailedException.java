package dev.cinedex.imports;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/** Thrown when an import stops because the file cannot be read, or Cassandra keeps failing. */
public final class ImportFailedException extends CinedexException {
  ImportFailedException(long line, Throwable cause) {
    super(
        ErrorCode.IMPORT_FAILED,
        "The import stopped at line %d: %s. Fix the cause and give the command again: a file is continued where the import stopped, and movies that are written stay unchanged"
            .formatted(line, cause),
        cause);
  }
}
