package dev.cinedex.imports;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.MovieId;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.MovieRequest;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes movies of lines.
 *
 * @param form reads the text of a line
 * @param defaultGenre genre of movies that have none; null to reject them
 */
record LineParser(
    Function<byte[], MovieRequest> form, MovieJson json, @Nullable String defaultGenre) {
  /**
   * @throws dev.cinedex.errors.CinedexException when the line is not a valid movie
   */
  ImportedMovie parse(byte[] line) {
    MovieRequest request = form.apply(line);
    if (defaultGenre != null && (request.genres() == null || request.genres().isEmpty())) {
      request = request.withGenre(defaultGenre);
    }
    EntityState movie = json.valid(request);
    return new ImportedMovie(request.id() == null ? MovieId.of(movie) : request.id(), movie);
  }
}
