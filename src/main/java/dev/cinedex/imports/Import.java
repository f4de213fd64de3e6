package dev.cinedex.imports;

import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.movie.MovieJson;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes movies from NDJSON, many at the same time. Lines of one movie are written in their order,
 * so an import that is repeated, from wherever it was interrupted, ends in the same state.
 */
public final class Import {
  private final EntityWriter writer;
  private final Existing existing;
  private final LineParser parser;

  /**
   * @param defaultGenre genre of movies that have none; null to reject them
   */
  public Import(
      EntityWriter writer, MovieJson json, Existing existing, @Nullable String defaultGenre) {
    this.writer = writer;
    this.existing = existing;
    this.parser = new LineParser(json, defaultGenre);
  }

  /**
   * Imports a file, and returns when all its movies are written.
   *
   * @param file NDJSON in UTF-8
   * @throws ImportFailedException when the file cannot be read further, or Cassandra keeps failing;
   *     what is written stays
   */
  public ImportSummary run(InputStream file, ImportListener listener) {
    return new ImportRun(writer, existing, parser, listener).run(file);
  }
}
