package dev.cinedex.benchmark.peers;

/** The queries that the peers answer lists with. */
final class Lists {
  static final int BUCKETS = 4;

  static final String BY_ACTOR =
      "SELECT movie_id, title, release_year, genres, actors FROM movies_by_actor WHERE actor = ? LIMIT ?";

  static final String BY_GENRE =
      "SELECT movie_id, title, release_year, release_date, genres, actors, directors, synopsis, version"
          + " FROM movies_by_genre WHERE genre = ? AND bucket = ? LIMIT ?";

  private Lists() {}
}
