package dev.cinedex.imports;

import dev.cinedex.files.Lines;
import dev.cinedex.files.Lines.Line;
import dev.cinedex.ledger.Writes;
import dev.cinedex.movie.MovieJson;
import java.io.IOException;
import java.io.InputStream;

/**
 * Writes the movies of a file, many at the same time. Lines of one movie are written in their
 * order, so an import that is repeated, from wherever it was interrupted, ends in the same state.
 */
public final class Import {
  private final Writes writer;
  private final MovieJson json;
  private final ImportOptions options;

  /**
   * @param writer gets the lines of one movie one after the other
   */
  public Import(Writes writer, MovieJson json, ImportOptions options) {
    this.writer = writer;
    this.json = json;
    this.options = options;
  }

  /**
   * Returns whether an import of this file can continue at a place: whether the file is, up to
   * there, the one that was imported. Reads the file up to the place.
   */
  public boolean canContinue(InputStream file, Checkpoint place) throws IOException {
    return skip(new Lines(file, options.format()), place);
  }

  private static boolean skip(Lines lines, Checkpoint place) throws IOException {
    if (place.line() == 0) {
      return true;
    }
    for (Line line = lines.next(); line != null; line = lines.next()) {
      if (line.number() >= place.line()) {
        return line.number() == place.line() && line.checksum() == place.checksum();
      }
    }
    return false;
  }

  /**
   * Imports a file, and returns when all its movies are written.
   *
   * @param file in UTF-8
   * @param from the place after which the lines are imported
   * @throws ImportFailedException when the file cannot be read further, or Cassandra keeps failing;
   *     what is written stays
   * @throws InvalidHeaderException when the file is CSV without a valid header
   */
  public ImportSummary run(InputStream file, Checkpoint from, ImportListener listener) {
    MovieWrites writes = new MovieWrites(writer, new AdaptiveLimit(ImportRun.WRITERS));
    return new ImportRun(writes, json, options, from, listener).run(file);
  }
}
