package dev.cinedex.benchmark.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.List;

/** Deletes rows of {@code movies_by_actor} behind Cinedex's back, spread over the whole table. */
public final class MissingRows {
  private static final String TABLE = "movies_by_actor";

  private final CqlSession session;
  private final List<BoundStatement> deletes;

  /** Reads the keys of all rows. */
  public MissingRows(CqlSession session) {
    this.session = session;
    PreparedStatement delete =
        session.prepare(
            "DELETE FROM %s WHERE actor = ? AND title = ? AND movie_id = ?".formatted(TABLE));
    Collection<BoundStatement> all = new ConcurrentLinkedQueue<>();
    PlainScan.run(
        session,
        TABLE,
        "actor",
        row ->
            all.add(
                delete.bind(row.getString("actor"), row.getString("title"), row.getUuid("movie_id"))));
    this.deletes = List.copyOf(all);
  }

  /** Returns the number of rows in the table. */
  public int count() {
    return deletes.size();
  }

  /** Deletes so many rows. */
  public void delete(int rows) {
    InFlight inFlight = new InFlight(session);
    for (int i = 0; i < rows; i++) {
      inFlight.add(deletes.get((int) ((long) i * deletes.size() / rows)));
    }
    inFlight.await();
  }
}
