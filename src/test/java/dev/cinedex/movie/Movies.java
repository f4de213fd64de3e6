package dev.cinedex.movie;

import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Movies that tests use. */
public final class Movies {
  private Movies() {}

  public static Movie heat() {
    return new Movie(
        "Heat",
        1995,
        null,
        Set.of("Crime", "Thriller"),
        List.of("Al Pacino", "Robert De Niro", "Val Kilmer"),
        List.of("Michael Mann"),
        "A detective hunts a thief.");
  }

  public static Movie withTitle(Movie movie, String title) {
    return new Movie(
        title,
        movie.releaseYear(),
        movie.releaseDate(),
        movie.genres(),
        movie.actors(),
        movie.directors(),
        movie.synopsis());
  }

  public static Movie withGenres(Movie movie, String... genres) {
    return new Movie(
        movie.title(),
        movie.releaseYear(),
        movie.releaseDate(),
        Set.of(genres),
        movie.actors(),
        movie.directors(),
        movie.synopsis());
  }

  public static Movie withActors(Movie movie, List<String> actors) {
    return new Movie(
        movie.title(),
        movie.releaseYear(),
        movie.releaseDate(),
        movie.genres(),
        actors,
        movie.directors(),
        movie.synopsis());
  }

  public static Movie withSynopsis(Movie movie, @Nullable String synopsis) {
    return new Movie(
        movie.title(),
        movie.releaseYear(),
        movie.releaseDate(),
        movie.genres(),
        movie.actors(),
        movie.directors(),
        synopsis);
  }

  public static Movie withReleaseDate(Movie movie, @Nullable LocalDate date) {
    return new Movie(
        movie.title(),
        movie.releaseYear(),
        date,
        movie.genres(),
        movie.actors(),
        movie.directors(),
        movie.synopsis());
  }

  /** Names of 30 characters each. */
  public static List<String> cast(String prefix, int size) {
    return IntStream.range(0, size).mapToObj(i -> "%-26s%04d".formatted(prefix, i)).toList();
  }
}
