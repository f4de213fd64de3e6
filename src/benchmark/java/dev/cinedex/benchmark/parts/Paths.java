package dev.cinedex.benchmark.parts;

import dev.cinedex.benchmark.data.Film;
import dev.cinedex.benchmark.load.Cycle;
import dev.cinedex.benchmark.load.Requests;
import dev.cinedex.entity.Attribute;
import dev.cinedex.movie.Movie;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lists that readers ask for: names are as frequent as in the movies. */
final class Paths {
  private static final int NAMES = 300;
  private static final int PAGE = 20;

  private Paths() {}

  static List<String> actors(List<Film> films) {
    return ofActors(names(films, Movie.ACTORS));
  }

  /** Returns lists of actors whose movies fill a page, as those of nearly all genres do. */
  static List<String> busyActors(List<Film> films) {
    Map<Object, Long> counts =
        films.stream()
            .flatMap(film -> film.state().elements(Movie.ACTORS).stream())
            .collect(Collectors.groupingBy(actor -> actor, Collectors.counting()));
    return ofActors(
        draws(films, Movie.ACTORS)
            .filter(actor -> counts.getOrDefault(actor, 0L) >= PAGE)
            .limit(NAMES)
            .map(Requests::segment));
  }

  private static List<String> ofActors(Stream<String> names) {
    return names.map(name -> "/actors/" + name + "/movies?limit=" + PAGE).toList();
  }

  static List<String> genres(List<Film> films) {
    return names(films, Movie.GENRES).map(name -> "/genres/" + name + "/movies?limit=" + PAGE).toList();
  }

  static Cycle gets(List<String> paths, String parameters) {
    return new Cycle(paths.stream().map(path -> Requests.get(path + parameters)).toList());
  }

  /** Returns names as segments of paths. */
  private static Stream<String> names(List<Film> films, Attribute<?> attribute) {
    return drawn(films, attribute).stream().map(Requests::segment);
  }

  /** Returns names that occur in the movies, drawn always in the same way. */
  static List<String> drawn(List<Film> films, Attribute<?> attribute) {
    return draws(films, attribute).limit(NAMES).toList();
  }

  private static Stream<String> draws(List<Film> films, Attribute<?> attribute) {
    SplittableRandom random = new SplittableRandom(1);
    return Stream.generate(() -> films.get(random.nextInt(films.size())).state().elements(attribute))
        .filter(names -> !names.isEmpty())
        .map(names -> any(names, random));
  }

  private static String any(Collection<?> names, SplittableRandom random) {
    return (String) List.copyOf(names).get(random.nextInt(names.size()));
  }
}
