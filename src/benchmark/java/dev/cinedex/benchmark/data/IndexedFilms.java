package dev.cinedex.benchmark.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movie;
import java.util.List;
import java.util.stream.Stream;

/**
 * The same movies in tables that Cassandra itself keeps in step: with SAI, with secondary indexes
 * (2i), and with a materialized view. A view cannot have an element of a collection in its key, so
 * its base table has one row for each actor of a movie.
 */
public final class IndexedFilms {
  private static final String COLUMNS = "movie_id, title, release_year, genres, actors";
  private static final String FILMS =
      "CREATE TABLE %s (movie_id uuid PRIMARY KEY, title text, release_year int, genres set<text>, actors list<text>)";
  private static final List<String> SCHEMA =
      List.of(
          FILMS.formatted("films_sai"),
          "CREATE INDEX sai_actors ON films_sai (values(actors)) USING 'sai'",
          "CREATE INDEX sai_genres ON films_sai (values(genres)) USING 'sai'",
          FILMS.formatted("films_2i"),
          "CREATE INDEX secondary_actors ON films_2i (values(actors))",
          "CREATE INDEX secondary_genres ON films_2i (values(genres))",
          "CREATE TABLE casts (movie_id uuid, actor text, title text, release_year int, genres frozen<set<text>>, actors frozen<list<text>>, PRIMARY KEY (movie_id, actor))",
          "CREATE MATERIALIZED VIEW casts_by_actor AS SELECT * FROM casts WHERE actor IS NOT NULL AND title IS NOT NULL AND movie_id IS NOT NULL PRIMARY KEY (actor, title, movie_id)");

  private IndexedFilms() {}

  /** Creates the tables in the keyspace of a session, and fills them. */
  public static void create(CqlSession session, Stream<Film> films) {
    SCHEMA.forEach(session::execute);
    List<PreparedStatement> inserts =
        Stream.of("films_sai", "films_2i")
            .map(
                table ->
                    session.prepare(
                        "INSERT INTO %s (%s) VALUES (?, ?, ?, ?, ?)".formatted(table, COLUMNS)))
            .toList();
    PreparedStatement cast =
        session.prepare("INSERT INTO casts (%s, actor) VALUES (?, ?, ?, ?, ?, ?)".formatted(COLUMNS));
    InFlight sent = new InFlight(session);
    films.forEach(
        film -> {
          Object[] values = values(film);
          inserts.forEach(insert -> sent.add(insert.bind(values)));
          for (String actor : film.state().require(Movie.ACTORS)) {
            sent.add(cast.bind(values[0], values[1], values[2], values[3], values[4], actor));
          }
        });
    sent.await();
  }

  private static Object[] values(Film film) {
    EntityState state = film.state();
    return new Object[] {
      film.id(),
      state.require(Movie.TITLE),
      state.require(Movie.RELEASE_YEAR),
      state.require(Movie.GENRES),
      state.require(Movie.ACTORS)
    };
  }

  /** Returns the query of the first 20 movies of an actor or a genre, in a table with indexes. */
  public static String query(String table, String column) {
    return "SELECT %s FROM %s WHERE %s CONTAINS ? LIMIT 20".formatted(COLUMNS, table, column);
  }

  /** Returns the query of the first 20 movies of an actor, in a table or view by actor. */
  public static String byActor(String table) {
    return "SELECT %s FROM %s WHERE actor = ? LIMIT 20".formatted(COLUMNS, table);
  }
}
