package dev.cinedex.benchmark.peers;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.lookup.Buckets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * An application that changes a cast as most do: it reads the movie, and then sends one logged batch
 * with the rows of the new cast and the deletes of the old one. These are the rows that Cinedex
 * writes, too. Two writers at the same time leave wrong rows behind, and so may one that dies.
 */
public final class UnsafeApplication {
  private final CqlSession session;
  private final PreparedStatement read;
  private final PreparedStatement movie;
  private final PreparedStatement ofGenre;
  private final PreparedStatement ofActor;
  private final PreparedStatement deleteOfActor;

  public UnsafeApplication(CqlSession session) {
    this.session = session;
    this.read =
        session.prepare(
            "SELECT title, release_year, genres, actors, directors, synopsis, version FROM movies WHERE movie_id = ?");
    this.movie = session.prepare("UPDATE movies SET actors = ?, version = ? WHERE movie_id = ?");
    this.ofGenre =
        session.prepare(
            "INSERT INTO movies_by_genre (genre, bucket, title, movie_id, release_year, genres, actors, directors, synopsis, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    this.ofActor =
        session.prepare(
            "INSERT INTO movies_by_actor (actor, title, movie_id, release_year, genres, actors, version) VALUES (?, ?, ?, ?, ?, ?, ?)");
    this.deleteOfActor =
        session.prepare(
            "DELETE FROM movies_by_actor WHERE actor = ? AND title = ? AND movie_id = ?");
  }

  /** Changes the cast of a movie. */
  public void change(UUID id, List<String> cast) {
    Row before = requireNonNull(session.execute(read.bind(id)).one());
    long version = before.getLong("version") + 1;
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.LOGGED);
    batch.addStatement(movie.bind(cast, version, id));
    addGenres(batch, id, before, cast, version);
    addActors(batch, id, before, cast, version);
    session.execute(batch.build());
  }

  private void addGenres(
      BatchStatementBuilder batch, UUID id, Row before, List<String> cast, long version) {
    Set<String> genres = requireNonNull(before.getSet("genres", String.class));
    for (String genre : genres) {
      batch.addStatement(
          ofGenre.bind(
              genre,
              Buckets.of(id, Lists.BUCKETS),
              before.getString("title"),
              id,
              before.getInt("release_year"),
              genres,
              cast,
              before.getList("directors", String.class),
              before.getString("synopsis"),
              version));
    }
  }

  private void addActors(
      BatchStatementBuilder batch, UUID id, Row before, List<String> cast, long version) {
    String title = before.getString("title");
    Set<String> genres = before.getSet("genres", String.class);
    for (String actor : cast) {
      batch.addStatement(
          ofActor.bind(actor, title, id, before.getInt("release_year"), genres, cast, version));
    }
    List<String> left = new ArrayList<>(before.getList("actors", String.class));
    left.removeAll(cast);
    left.forEach(actor -> batch.addStatement(deleteOfActor.bind(actor, title, id)));
  }
}
