package dev.cinedex.ledger;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.testing.TestInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Compares every row of the lookup tables with the projection of the ledger. */
public final class InStep {
  private InStep() {}

  /** Compares the rows of all movies. */
  public static void assertInStep(CqlSession session, List<LookupTable> tables) {
    assertInStep(session, tables, null);
  }

  /** Compares the rows of one movie, or of all. */
  public static void assertInStep(
      CqlSession session, List<LookupTable> tables, @Nullable UUID only) {
    Ledger ledger = TestInstance.on(session).ledger();
    List<Head> heads = new ArrayList<>();
    for (Row row : session.execute("SELECT movie_id FROM movies")) {
      UUID id = row.getUuid("movie_id");
      if (id != null && (only == null || only.equals(id))) {
        heads.add(ledger.readSerial(id));
      }
    }
    for (LookupTable table : tables) {
      Map<RowKey, LookupRow> expected = new HashMap<>();
      heads.stream()
          .filter(Head::exists)
          .forEach(head -> expected.putAll(table.rowsOf(head.entityId(), movieOf(head))));
      Map<RowKey, LookupRow> stored = stored(session, table);
      stored.keySet().removeIf(key -> only != null && !key.entityId().equals(only));
      assertThat(stored).as(table.name()).isEqualTo(expected);
    }
  }

  /** Every row of a table, by primary key. */
  public static Map<RowKey, LookupRow> stored(CqlSession session, LookupTable table) {
    Map<RowKey, LookupRow> rows = new HashMap<>();
    for (Row row : session.execute("SELECT * FROM " + table.name())) {
      List<Object> key = new ArrayList<>();
      table.primaryKey().forEach(column -> key.add(value(row, column)));
      List<@Nullable Object> values = new ArrayList<>();
      table.values().forEach(column -> values.add(row.getObject(column.name())));
      RowKey rowKey = new RowKey(table, key);
      rows.put(rowKey, new LookupRow(rowKey, values));
    }
    return rows;
  }

  /** Returns the ids of the movies that have a note, once for each note. */
  public static List<UUID> notedMovies(CqlSession session) {
    return session
        .execute("SELECT movie_id FROM unsettled_movies")
        .map(row -> requireNonNull(row.getUuid("movie_id")))
        .all();
  }

  private static Object value(Row row, Column column) {
    return requireNonNull(row.getObject(column.name()));
  }

  private static EntityState movieOf(Head head) {
    return requireNonNull(head.state());
  }
}
