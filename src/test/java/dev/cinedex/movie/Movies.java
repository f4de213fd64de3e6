package dev.cinedex.movie;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The movies that tests use. Nothing else in the tests makes one. */
public final class Movies {
  private Movies() {}

  public static Movie heat() {
    return titled("Heat")
        .releaseYear(1995)
        .genres("Crime", "Thriller")
        .actors("Al Pacino", "Robert De Niro", "Val Kilmer")
        .directors("Michael Mann")
        .synopsis("A detective hunts a thief.")
        .state();
  }

  /** Starts a movie of 2000 in the genre Drama, without people, date and synopsis. */
  public static Draft titled(String title) {
    return new Draft(title, 2000, null, Set.of("Drama"), List.of(), List.of(), null);
  }

  /** Starts a changed copy of a movie. */
  public static Draft with(Movie movie) {
    return new Draft(
        movie.title(),
        movie.releaseYear(),
        movie.releaseDate(),
        movie.genres(),
        movie.actors(),
        movie.directors(),
        movie.synopsis());
  }

  /** Returns that many names of 30 characters each. */
  public static List<String> cast(String prefix, int size) {
    return IntStream.range(0, size).mapToObj(i -> "%-26s%04d".formatted(prefix, i)).toList();
  }

  /** The values of a movie while a test composes it. */
  public static final class Draft {
    private String title;
    private int releaseYear;
    private @Nullable LocalDate releaseDate;
    private Set<String> genres;
    private List<String> actors;
    private List<String> directors;
    private @Nullable String synopsis;

    private Draft(
        String title,
        int releaseYear,
        @Nullable LocalDate releaseDate,
        Set<String> genres,
        List<String> actors,
        List<String> directors,
        @Nullable String synopsis) {
      this.title = title;
      this.releaseYear = releaseYear;
      this.releaseDate = releaseDate;
      this.genres = genres;
      this.actors = actors;
      this.directors = directors;
      this.synopsis = synopsis;
    }

    public Draft title(String newTitle) {
      title = newTitle;
      return this;
    }

    public Draft releaseYear(int newReleaseYear) {
      releaseYear = newReleaseYear;
      return this;
    }

    public Draft releaseDate(@Nullable LocalDate newReleaseDate) {
      releaseDate = newReleaseDate;
      return this;
    }

    public Draft genres(String... newGenres) {
      return genres(Arrays.asList(newGenres));
    }

    public Draft genres(Collection<String> newGenres) {
      genres = Set.copyOf(newGenres);
      return this;
    }

    public Draft actors(String... newActors) {
      return actors(List.of(newActors));
    }

    public Draft actors(List<String> newActors) {
      actors = newActors;
      return this;
    }

    public Draft directors(String... newDirectors) {
      return directors(List.of(newDirectors));
    }

    public Draft directors(List<String> newDirectors) {
      directors = newDirectors;
      return this;
    }

    public Draft synopsis(@Nullable String newSynopsis) {
      synopsis = newSynopsis;
      return this;
    }

    public Movie state() {
      return new Movie(title, releaseYear, releaseDate, genres, actors, directors, synopsis);
    }
  }
}
