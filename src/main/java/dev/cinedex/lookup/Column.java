package dev.cinedex.lookup;

import dev.cinedex.movie.Attribute;
import dev.cinedex.movie.Movie;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A column of a lookup table, and where its value comes from.
 *
 * @param cqlType the type as CQL writes it
 * @param descending whether it orders the rows of a partition from its greatest value down
 */
public record Column(String name, String cqlType, boolean descending, Source source) {

  /**
   * The values a movie gives a column: one, or in a key several (then the movie has a row for
   * each).
   */
  @FunctionalInterface
  public interface Source {
    /**
     * @param role which of an overloaded column's feeds is asked for; empty in other tables
     */
    List<? extends @Nullable Object> values(UUID movieId, Movie movie, String role);
  }

  static final String MOVIE_ID = "movie_id";
  static final String BUCKET = "bucket";
  static final String VERSION = "version";

  /** Which attribute of the movie a row of an overloaded table comes from. */
  public static final String ROLE = "role";

  /** Of the release year: 1995 is of the decade 1990. */
  static final String DECADE = "release_decade";

  private static final int YEARS = 10;

  static Column entityId() {
    return of(MOVIE_ID, "uuid", (id, movie, role) -> List.of(id));
  }

  static Column attribute(Attribute attribute) {
    return of(
        attribute.columnName(),
        attribute.cqlType(),
        (id, movie, role) -> Collections.singletonList(attribute.of(movie)));
  }

  static Column element(Attribute attribute, String name) {
    return of(name, "text", (id, movie, role) -> attribute.elementsOf(movie));
  }

  /** Several multi-valued attributes in one column, each under its role. */
  static Column overloaded(String name, Map<String, Attribute> feeds) {
    return of(
        name,
        "text",
        (id, movie, role) -> {
          Attribute attribute = feeds.get(role);
          return attribute == null ? List.of() : attribute.elementsOf(movie);
        });
  }

  static Column role() {
    return of(ROLE, "text", (id, movie, role) -> List.of(role));
  }

  static Column decade() {
    return of(DECADE, "int", (id, movie, role) -> List.of(decadeOf(movie.releaseYear())));
  }

  static int decadeOf(int year) {
    return year / YEARS * YEARS;
  }

  /** Spreads a partition key by movie. */
  static Column bucket(int buckets) {
    return of(BUCKET, "int", (id, movie, role) -> List.of(Buckets.of(id, buckets)));
  }

  Column ordered(boolean descending) {
    return new Column(name, cqlType, descending, source);
  }

  private static Column of(String name, String cqlType, Source source) {
    return new Column(name, cqlType, false, source);
  }
}
