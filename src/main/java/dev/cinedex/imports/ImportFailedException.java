package dev.cinedex.imports;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/** An import that stopped because its file ended in an error, or Cassandra kept failing. */
public final class ImportFailedException extends CinedexException {
  ImportFailedException(long line, Exception cause) {
    super(
        ErrorCode.IMPORT_FAILED,
        "The import stopped at line %d: %s. Start it again when that is mended: what was written is skipped"
            .formatted(line, cause),
        cause);
  }
}
