package dev.cinedex.movie;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a lookup table may use of a movie, by the names that declarations and columns use. */
public enum Attribute {
  TITLE("title", "text"),
  RELEASE_YEAR("release_year", "int"),
  RELEASE_DATE("release_date", "date"),
  GENRES("genres", "frozen<set<text>>"),
  ACTORS("actors", "frozen<list<text>>"),
  DIRECTORS("directors", "frozen<list<text>>"),
  SYNOPSIS("synopsis", "text");

  /** Limits of a valid movie. */
  static final int MOST_GENRES = 20;

  static final int MOST_PEOPLE = 500;

  private final String columnName;
  private final String cqlType;

  Attribute(String columnName, String cqlType) {
    this.columnName = columnName;
    this.cqlType = cqlType;
  }

  public String columnName() {
    return columnName;
  }

  /** The name in a movie's JSON. */
  public String jsonName() {
    return switch (this) {
      case RELEASE_YEAR -> "releaseYear";
      case RELEASE_DATE -> "releaseDate";
      default -> columnName;
    };
  }

  public String cqlType() {
    return cqlType;
  }

  /**
   * The name of one element ({@code genre} of {@code genres}); empty when there is only one value.
   */
  public Optional<String> elementName() {
    return isMultiValued()
        ? Optional.of(columnName.substring(0, columnName.length() - 1))
        : Optional.empty();
  }

  public boolean isMultiValued() {
    return cqlType.startsWith("frozen<");
  }

  /** Whether it can be a column of a key as it is; of multi-valued ones the elements can. */
  public boolean mayBeKey() {
    return !isMultiValued() && this != SYNOPSIS;
  }

  /**
   * Whether a valid movie may lack it; a key can have it only in a table of movies that have it.
   */
  public boolean isOptional() {
    return this == RELEASE_DATE || this == SYNOPSIS;
  }

  /** How many elements a valid movie may have. */
  public int mostElements() {
    return switch (this) {
      case GENRES -> MOST_GENRES;
      case ACTORS, DIRECTORS -> MOST_PEOPLE;
      default -> 1;
    };
  }

  /** The elements of a multi-valued one. */
  public List<String> elementsOf(Movie movie) {
    return of(movie) instanceof Collection<?> elements
        ? elements.stream().map(String.class::cast).toList()
        : List.of();
  }

  /** Whether a movie has a value, or at least one element. */
  public boolean isPresentIn(Movie movie) {
    return isMultiValued() ? !elementsOf(movie).isEmpty() : of(movie) != null;
  }

  public @Nullable Object of(Movie movie) {
    return switch (this) {
      case TITLE -> movie.title();
      case RELEASE_YEAR -> movie.releaseYear();
      case RELEASE_DATE -> movie.releaseDate();
      case GENRES -> movie.genres();
      case ACTORS -> movie.actors();
      case DIRECTORS -> movie.directors();
      case SYNOPSIS -> movie.synopsis();
    };
  }

  public static Optional<Attribute> named(String columnName) {
    return Arrays.stream(values()).filter(a -> a.columnName.equals(columnName)).findFirst();
  }

  public static Optional<Attribute> withElementsNamed(String name) {
    return Arrays.stream(values())
        .filter(a -> a.elementName().filter(name::equals).isPresent())
        .findFirst();
  }
}
