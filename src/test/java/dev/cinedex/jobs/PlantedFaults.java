package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.Tables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/** Faults of every kind that CQL puts into the table {@code movies_by_genre}. */
final class PlantedFaults {
  private final CqlSession session;
  private final Random random;

  /** The state of each planted row, by its primary key. */
  private final Map<String, String> planted = new TreeMap<>();

  private PlantedFaults(CqlSession session, Random random) {
    this.session = session;
    this.random = random;
  }

  /**
   * Plants missing, stale and orphaned rows.
   *
   * @param deleted movies that have no rows any more
   * @return the state of each planted row, by its primary key
   */
  static Map<String, String> plant(CqlSession session, List<UUID> deleted, Random random) {
    PlantedFaults faults = new PlantedFaults(session, random);
    List<LookupRow> rows = new ArrayList<>(InStep.stored(session, Tables.byGenre()).values());
    Collections.shuffle(rows, random);
    rows.subList(0, 20).forEach(faults::delete);
    rows.subList(20, 40).forEach(faults::change);
    rows.subList(40, 46).forEach(faults::plantOrphans);
    deleted.forEach(movie -> faults.plantOrphan(List.of("A", 0, "Gone", movie)));
    return faults.planted;
  }

  private void delete(LookupRow row) {
    session.execute(
        SimpleStatement.newInstance(
            "DELETE FROM movies_by_genre WHERE genre = ? AND bucket = ? AND title = ? AND movie_id"
                + " = ?",
            row.key().values().toArray()));
    planted.put(row.key().values().toString(), "missing");
  }

  private void change(LookupRow row) {
    write(row.key().values(), random.nextBoolean() ? "release_year" : "synopsis");
    planted.put(row.key().values().toString(), "stale");
  }

  private void plantOrphans(LookupRow row) {
    List<Object> key = row.key().values();
    Object nextBucket = ((int) key.get(1) + 1) % 4;
    plantOrphan(List.of("Z", key.get(1), key.get(2), key.get(3))); // another genre
    plantOrphan(List.of(key.get(0), key.get(1), "Other", key.get(3))); // another title
    plantOrphan(List.of(key.get(0), nextBucket, key.get(2), key.get(3)));
    plantOrphan(List.of(key.get(0), key.get(1), key.get(2), UUID.randomUUID())); // no movie
    plantOrphan(List.of(key.get(0), 9, key.get(2), key.get(3))); // a bucket that is never read
  }

  private void plantOrphan(List<Object> key) {
    write(key, "release_year");
    planted.put(key.toString(), "orphaned");
  }

  private void write(List<Object> key, String column) {
    List<Object> values = new ArrayList<>(key);
    values.add(column.equals("synopsis") ? "planted" : (Object) 1871);
    session.execute(
        SimpleStatement.newInstance(
            "INSERT INTO movies_by_genre (genre, bucket, title, movie_id, %s) VALUES (?, ?, ?, ?, ?)"
                .formatted(column),
            values.toArray()));
  }
}
