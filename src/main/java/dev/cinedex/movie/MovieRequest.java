package dev.cinedex.movie;

import static java.util.Objects.requireNonNull;

import dev.cinedex.entity.EntityState;
import dev.cinedex.text.NormalText;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.hibernate.validator.constraints.CodePointLength;
import org.jspecify.annotations.Nullable;

/**
 * A movie in JSON, as clients and files send it. Text is trimmed and brought into Unicode normal
 * form C, so that "é" is one key, however it was typed. Lengths are in characters (code points).
 *
 * @param id optional; in a request to a movie's path it must be the path's
 * @param version ignored, so that an answer can be edited and sent back ({@code If-Match} makes a
 *     write conditional)
 */
public record MovieRequest(
    @Nullable UUID id,
    @NotBlank @CodePointLength(max = 500) @Pattern(regexp = NAME, message = NO_NAME)
        @Nullable String title,
    @NotNull @Min(1870) @Max(2100) @Nullable Integer releaseYear,
    @Nullable LocalDate releaseDate,
    @NotNull @Size(min = 1, max = Movie.MAX_GENRES)
        @Nullable
            List<
                @NotBlank @CodePointLength(max = 200) @Pattern(regexp = NAME, message = NO_NAME)
                String>
            genres,
    @Size(max = Movie.MAX_PEOPLE)
        List<
                @NotBlank @CodePointLength(max = 200) @Pattern(regexp = NAME, message = NO_NAME)
                String>
            actors,
    @Size(max = Movie.MAX_PEOPLE)
        List<
                @NotBlank @CodePointLength(max = 200) @Pattern(regexp = NAME, message = NO_NAME)
                String>
            directors,
    @CodePointLength(max = 10_000) @Pattern(regexp = WELL_FORMED, message = ILL_FORMED)
        @Nullable String synopsis,
    @Nullable Long version) {

  /** Excludes unpaired surrogates, which UTF-8 cannot carry. */
  private static final String WELL_FORMED = "[^\\p{Cs}]*";

  private static final String ILL_FORMED = "must not contain an unpaired surrogate";

  /** Excludes control characters as well, which a path cannot carry. */
  private static final String NAME = "[^\\p{Cs}\\p{Cc}]*";

  private static final String NO_NAME =
      "must not contain a control character or an unpaired surrogate";

  public MovieRequest {
    title = normal(title);
    genres = genres == null ? null : normal(genres);
    actors = actors == null ? List.of() : normal(actors);
    directors = directors == null ? List.of() : normal(directors);
    String story = normal(synopsis);
    synopsis = story == null || story.isEmpty() ? null : story;
  }

  /** Returns the request that would write a movie as it is. */
  static MovieRequest of(EntityState movie) {
    return new MovieRequest(
        null,
        movie.get(Movie.TITLE),
        movie.get(Movie.RELEASE_YEAR),
        movie.get(Movie.RELEASE_DATE),
        List.copyOf(movie.require(Movie.GENRES)),
        movie.require(Movie.ACTORS),
        movie.require(Movie.DIRECTORS),
        movie.get(Movie.SYNOPSIS),
        null);
  }

  /**
   * Requires that a request to the path of a movie names no other movie.
   *
   * @throws InvalidMovieException naming the id of the path
   */
  public void requireId(UUID pathId) {
    if (id != null && !id.equals(pathId)) {
      throw new InvalidMovieException("id", "must be the path's, " + pathId + ", or left out");
    }
  }

  /** Returns the movie of a valid request. */
  EntityState toMovie() {
    return EntityState.builder(Movie.ENTITY)
        .set(Movie.TITLE, title)
        .set(Movie.RELEASE_YEAR, releaseYear)
        .set(Movie.RELEASE_DATE, releaseDate)
        .set(Movie.GENRES, new LinkedHashSet<>(requireNonNull(genres)))
        .set(Movie.ACTORS, actors)
        .set(Movie.DIRECTORS, directors)
        .set(Movie.SYNOPSIS, synopsis)
        .build();
  }

  public MovieRequest withGenre(String genre) {
    return new MovieRequest(
        id, title, releaseYear, releaseDate, List.of(genre), actors, directors, synopsis, version);
  }

  private static List<String> normal(List<String> names) {
    Set<String> normal = new LinkedHashSet<>();
    names.forEach(name -> normal.add(normal(name)));
    return Collections.unmodifiableList(
        new ArrayList<>(normal)); // not List.copyOf: validation names a null element
  }

  private static @Nullable String normal(@Nullable String text) {
    return text == null ? null : NormalText.of(text);
  }
}
