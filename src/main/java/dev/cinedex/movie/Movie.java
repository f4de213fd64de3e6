package dev.cinedex.movie;

import dev.cinedex.text.Utf8Order;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The state of one movie, without its identity and version. Two movies are equal when every
 * attribute is: that is what makes an identical write a no-op.
 *
 * @param genres in byte order, as Cassandra returns a set
 * @param actors in billing order, each once
 * @param directors in billing order, each once
 */
public record Movie(
    String title,
    int releaseYear,
    @Nullable LocalDate releaseDate,
    Set<String> genres,
    List<String> actors,
    List<String> directors,
    @Nullable String synopsis) {

  public Movie {
    Set<String> sorted = new TreeSet<>(Utf8Order.COMPARATOR);
    sorted.addAll(genres);
    genres = Collections.unmodifiableSet(sorted);
    actors = firstOfEach(actors);
    directors = firstOfEach(directors);
  }

  private static List<String> firstOfEach(Collection<String> names) {
    return List.copyOf(new LinkedHashSet<>(names));
  }
}
