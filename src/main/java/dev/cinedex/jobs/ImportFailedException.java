package dev.cinedex.jobs;

/** An import that stopped because Cassandra kept failing. */
public final class ImportFailedException extends RuntimeException {
  ImportFailedException(long line, RuntimeException cause) {
    super(
        "The import stopped at line %d: %s. Start it again when Cassandra is well: what was written is skipped"
            .formatted(line, cause),
        cause);
  }
}
