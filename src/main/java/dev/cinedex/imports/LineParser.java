package dev.cinedex.imports;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.MovieDocument;
import dev.cinedex.movie.MovieId;
import dev.cinedex.movie.MovieJson;
import org.jspecify.annotations.Nullable;

/**
 * Makes movies of lines.
 *
 * @param defaultGenre genre of movies that have none; null to reject them
 */
record LineParser(MovieJson json, @Nullable String defaultGenre) {
  /**
   * @param line a JSON document in UTF-8
   * @throws dev.cinedex.errors.CinedexException when the line is not a valid movie
   */
  ImportedMovie parse(byte[] line) {
    MovieDocument document = json.read(line);
    if (defaultGenre != null && (document.genres() == null || document.genres().isEmpty())) {
      document = document.withGenre(defaultGenre);
    }
    EntityState movie = json.valid(document);
    return new ImportedMovie(document.id() == null ? MovieId.of(movie) : document.id(), movie);
  }
}
