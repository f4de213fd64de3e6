package dev.cinedex.jobs;

/** An import that stopped because its file ended in an error, or Cassandra kept failing. */
public final class ImportFailedException extends RuntimeException {
  ImportFailedException(long line, Exception cause) {
    super(
        "The import stopped at line %d: %s. Start it again when that is mended: what was written is skipped"
            .formatted(line, cause),
        cause);
  }
}
