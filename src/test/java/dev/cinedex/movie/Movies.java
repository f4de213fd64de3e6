package dev.cinedex.movie;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The movies that tests use. Nothing else in the tests makes one. */
public final class Movies {
  private Movies() {}

  public static EntityState heat() {
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
    return new Draft(
        EntityState.builder(Movie.ENTITY)
            .set(Movie.TITLE, title)
            .set(Movie.RELEASE_YEAR, 2000)
            .set(Movie.GENRES, Set.of("Drama"))
            .set(Movie.ACTORS, List.of())
            .set(Movie.DIRECTORS, List.of())
            .build());
  }

  /** Starts a changed copy of a movie. */
  public static Draft with(EntityState movie) {
    return new Draft(movie);
  }

  /** Returns that many names of 30 characters each. */
  public static List<String> cast(String prefix, int size) {
    return IntStream.range(0, size).mapToObj(i -> "%-26s%04d".formatted(prefix, i)).toList();
  }

  /** Returns the JSON of a movie of 2000; the names have nothing that JSON escapes. */
  public static String json(String title, Collection<String> genres, Collection<String> actors) {
    return "{\"title\":\"%s\",\"releaseYear\":2000,\"genres\":[%s],\"actors\":[%s]}"
        .formatted(title, quoted(genres), quoted(actors));
  }

  private static String quoted(Collection<String> names) {
    return names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(","));
  }

  /** A movie while a test composes it. */
  public static final class Draft {
    private EntityState state;

    private Draft(EntityState state) {
      this.state = state;
    }

    public Draft title(String title) {
      return with(Movie.TITLE, title);
    }

    public Draft releaseYear(int releaseYear) {
      return with(Movie.RELEASE_YEAR, releaseYear);
    }

    public Draft releaseDate(@Nullable LocalDate releaseDate) {
      return with(Movie.RELEASE_DATE, releaseDate);
    }

    public Draft genres(String... genres) {
      return genres(Arrays.asList(genres));
    }

    public Draft genres(Collection<String> genres) {
      return with(Movie.GENRES, new LinkedHashSet<>(genres));
    }

    public Draft actors(String... actors) {
      return actors(Arrays.asList(actors));
    }

    public Draft actors(Collection<String> actors) {
      return with(Movie.ACTORS, List.copyOf(actors));
    }

    public Draft directors(String... directors) {
      return directors(Arrays.asList(directors));
    }

    public Draft directors(Collection<String> directors) {
      return with(Movie.DIRECTORS, List.copyOf(directors));
    }

    public Draft synopsis(@Nullable String synopsis) {
      return with(Movie.SYNOPSIS, synopsis);
    }

    private <T> Draft with(Attribute<T> attribute, @Nullable T value) {
      state = state.with(attribute, value);
      return this;
    }

    public EntityState state() {
      return state;
    }
  }
}
