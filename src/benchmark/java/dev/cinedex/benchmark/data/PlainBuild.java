package dev.cinedex.benchmark.data;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;

/**
 * Fills a {@link BuiltTable} plainly: it reads the ledger and inserts the rows, whoever writes at
 * the same time, and verifies nothing.
 */
public final class PlainBuild {
  private final CqlSession session;
  private final PreparedStatement insert;
  private final InFlight inserts;

  public PlainBuild(CqlSession session, String table) {
    this.session = session;
    this.insert =
        session.prepare(
            "INSERT INTO %s (actor, release_year, title, movie_id, genres, version) VALUES (?, ?, ?, ?, ?, ?)"
                .formatted(table));
    this.inserts = new InFlight(session);
  }

  /** Writes all rows. */
  public void run() {
    PlainScan.run(session, "movies", "movie_id", this::add);
    inserts.await();
  }

  private void add(Row movie) {
    for (String actor : requireNonNull(movie.getList("actors", String.class))) {
      inserts.add(
          insert.bind(
              actor,
              movie.getInt("release_year"),
              movie.getString("title"),
              movie.getUuid("movie_id"),
              movie.getSet("genres", String.class),
              movie.getLong("version")));
    }
  }
}
