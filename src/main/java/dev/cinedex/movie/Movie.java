package dev.cinedex.movie;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityType;
import dev.cinedex.entity.Rounded;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

/** The movie and its attributes, by the names that declarations and columns use. */
public final class Movie {
  /** Limits of a valid movie. */
  static final int MAX_GENRES = 20;

  static final int MAX_PEOPLE = 500;

  private static final int YEARS = 10;
  private static final EntityType.Builder MOVIE = new EntityType.Builder("movie");

  public static final Attribute<String> TITLE = MOVIE.add(Attribute.text("title"));
  public static final Attribute<Integer> RELEASE_YEAR =
      MOVIE.add(Attribute.integer("release_year").about(130));
  public static final Attribute<LocalDate> RELEASE_DATE =
      MOVIE.add(Attribute.date("release_date").optional().explicitNull());
  public static final Attribute<Set<String>> GENRES =
      MOVIE.add(Attribute.set("genres", "genre", MAX_GENRES).about(40));

  /** The actors, in billing order. */
  public static final Attribute<List<String>> ACTORS =
      MOVIE.add(Attribute.list("actors", "actor", MAX_PEOPLE));

  /** The directors, in billing order. */
  public static final Attribute<List<String>> DIRECTORS =
      MOVIE.add(Attribute.list("directors", "director", MAX_PEOPLE));

  public static final Attribute<String> SYNOPSIS =
      MOVIE.add(Attribute.longText("synopsis").optional().explicitNull());

  /** The decade of the release year: 1995 is of the decade 1990. */
  public static final Rounded RELEASE_DECADE =
      MOVIE.add(
          new Rounded(
              "release_decade",
              RELEASE_YEAR,
              year -> year / YEARS * YEARS,
              "a decade such as 1990",
              15));

  public static final EntityType ENTITY = MOVIE.build();

  private Movie() {}
}
