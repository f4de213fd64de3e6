package dev.cinedex.lookup;

import dev.cinedex.movie.Attribute;
import dev.cinedex.movie.Movie;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A column of a lookup table, and where its value comes from.
 *
 * @param cqlType the type as CQL writes it
 */
public record Column(String name, String cqlType, Source source) {

  /**
   * The values a movie gives a column: one, or in a key several (then the movie has a row for
   * each).
   */
  @FunctionalInterface
  public interface Source {
    List<@Nullable Object> values(UUID movieId, Movie movie);
  }

  static final String MOVIE_ID = "movie_id";
  static final String BUCKET = "bucket";

  static Column movieId() {
    return new Column(MOVIE_ID, "uuid", (id, movie) -> List.of(id));
  }

  static Column attribute(Attribute attribute) {
    return new Column(
        attribute.columnName(),
        attribute.cqlType(),
        (id, movie) -> Collections.singletonList(attribute.of(movie)));
  }

  static Column element(Attribute attribute, String name) {
    return new Column(
        name,
        "text",
        (id, movie) -> {
          Object elements = attribute.of(movie);
          return new ArrayList<@Nullable Object>(
              elements == null ? List.of() : (Collection<?>) elements);
        });
  }

  /** Spreads a partition key by movie. */
  static Column bucket(int buckets) {
    return new Column(BUCKET, "int", (id, movie) -> List.of(Spread.of(id, buckets)));
  }
}
