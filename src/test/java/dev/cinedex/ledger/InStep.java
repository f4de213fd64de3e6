package dev.cinedex.ledger;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.testing.TestInstance;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Compares every row of the lookup tables with the projection of the ledger. */
public final class InStep {
  private InStep() {}

  /** Compares the rows of all movies. */
  public static void assertInStep(CqlSession session, List<LookupTable> tables) {
    assertInStep(session, tables, head -> true);
    Set<UUID> movies = heads(session).stream().map(Head::entityId).collect(toSet());
    for (LookupTable table : tables) {
      assertThat(stored(session, table).keySet()).allMatch(key -> movies.contains(key.entityId()));
    }
  }

  /** Compares the rows of one movie. */
  public static void assertInStep(CqlSession session, List<LookupTable> tables, UUID movie) {
    assertInStep(session, tables, head -> head.entityId().equals(movie));
  }

  /** Compares the rows of the movies that were written since a time. */
  public static void assertInStep(CqlSession session, List<LookupTable> tables, Instant since) {
    long first = ChronoUnit.MICROS.between(Instant.EPOCH, since);
    assertInStep(session, tables, head -> head.version() >= first);
  }

  private static void assertInStep(
      CqlSession session, List<LookupTable> tables, Predicate<Head> selected) {
    List<Head> heads = heads(session).stream().filter(selected).toList();
    Set<UUID> movies = heads.stream().map(Head::entityId).collect(toSet());
    for (LookupTable table : tables) {
      Map<RowKey, LookupRow> expected = new HashMap<>();
      heads.stream()
          .filter(Head::exists)
          .forEach(head -> expected.putAll(TableRows.of(table, head.entityId(), movieOf(head))));
      Map<RowKey, LookupRow> stored = stored(session, table);
      stored.keySet().removeIf(key -> !movies.contains(key.entityId()));
      assertThat(stored).as(table.name()).isEqualTo(expected);
    }
  }

  private static List<Head> heads(CqlSession session) {
    Ledger ledger = TestInstance.on(session).ledger();
    return session
        .execute("SELECT movie_id FROM movies")
        .map(row -> ledger.readSerial(requireNonNull(row.getUuid("movie_id"))))
        .all();
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
