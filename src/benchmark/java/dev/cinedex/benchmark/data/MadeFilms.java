package dev.cinedex.benchmark.data;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movie;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generated movies: 2 to 6 actors and 1 to 3 genres, both skewed. Movie number i is always the same,
 * so nobody has to keep them.
 *
 * @param count the number of movies
 */
public record MadeFilms(int count) {
  private static final List<String> GENRES =
      List.of(
          "Drama,Comedy,Thriller,Action,Romance,Documentary,Horror,Crime,Adventure,Family,Mystery,Fantasy,Western,Music,War,History,Animation,Sport,Musical,Noir"
              .split(",", -1));
  private static final List<String> WORDS =
      List.of(
          "Night,River,Silent,Last,Golden,Winter,Street,Return,Secret,Broken,City,Stranger,Summer,Hidden,Train,Heart"
              .split(",", -1));

  public Stream<Film> films() {
    return IntStream.range(0, count).mapToObj(this::film);
  }

  /** Returns the movie with a number from 0 on. */
  public Film film(int number) {
    SplittableRandom random = new SplittableRandom(number);
    EntityState state =
        EntityState.builder(Movie.ENTITY)
            .set(Movie.TITLE, title(random) + " " + number)
            .set(Movie.RELEASE_YEAR, random.nextInt(1920, 2020))
            .set(Movie.GENRES, genres(random))
            .set(Movie.ACTORS, List.copyOf(actors(random)))
            .set(Movie.DIRECTORS, List.of())
            .build();
    return new Film(new UUID((random.nextLong() & ~0xF000L) | 0x4000L, random.nextLong()), state);
  }

  /** Returns the actors of another cast, which has about as many. */
  public List<String> otherCast(SplittableRandom random) {
    return List.copyOf(actors(random));
  }

  private static String title(SplittableRandom random) {
    return WORDS.get(random.nextInt(WORDS.size())) + " " + WORDS.get(random.nextInt(WORDS.size()));
  }

  private static Set<String> genres(SplittableRandom random) {
    Zipf ranks = new Zipf(GENRES.size(), 0.9);
    return distinct(
        random.nextInt(1, 4), () -> GENRES.get(ranks.rank(random.nextDouble())));
  }

  private Set<String> actors(SplittableRandom random) {
    Zipf ranks = new Zipf(Math.max(10, count / 2), 0.7);
    return distinct(random.nextInt(2, 7), () -> "Actor " + ranks.rank(random.nextDouble()));
  }

  private static Set<String> distinct(int size, Supplier<String> names) {
    Set<String> drawn = new LinkedHashSet<>();
    while (drawn.size() < size) {
      drawn.add(names.get());
    }
    return drawn;
  }
}
