package dev.cinedex.benchmark.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.cinedex.entity.Attribute;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.movie.Movie;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes movies as a program would that knows nothing of competing writers: one plain asynchronous
 * insert for each row, in the ledger and in the lookup tables. It also fills the tables that are
 * measured, because it is the fastest way through CQL.
 */
public final class PlainInserts {
  private final CqlSession session;
  private final PreparedStatement ledger;
  private final Map<LookupTable, PreparedStatement> lookups = new LinkedHashMap<>();

  public PlainInserts(CqlSession session, List<LookupTable> tables) {
    this.session = session;
    this.ledger = session.prepare(ledgerInsert());
    tables.forEach(table -> lookups.put(table, session.prepare(insert(table))));
  }

  /**
   * Writes all rows of some movies, and waits for the last one.
   *
   * @return the number of rows
   */
  public long write(Stream<Film> films) {
    InFlight inserts = new InFlight(session);
    films.forEach(
        film -> {
          long version = System.currentTimeMillis() * 1000;
          inserts.add(ledgerRow(film, version));
          lookups.keySet().forEach(table -> addRows(inserts, table, film, version));
        });
    return inserts.await();
  }

  private void addRows(InFlight inserts, LookupTable table, Film film, long version) {
    for (LookupRow row : TableRows.of(table, film.id(), film.state()).values()) {
      inserts.add(lookupRow(row, version));
    }
  }

  private static String ledgerInsert() {
    StringBuilder names = new StringBuilder();
    StringBuilder values = new StringBuilder();
    for (Attribute<?> attribute : Movie.ENTITY.attributes()) {
      names.append(attribute.name()).append(", ");
      values.append(":").append(attribute.name()).append(", ");
    }
    return """
        INSERT INTO movies (movie_id, %s version, deleted, claim_id, settled_version)
        VALUES (:movie_id, %s :version, false, :claim_id, :version) USING TIMESTAMP :version"""
        .formatted(names, values);
  }

  private static String insert(LookupTable table) {
    List<String> columns =
        Stream.concat(table.primaryKey().stream(), table.values().stream())
            .map(Column::name)
            .toList();
    return "INSERT INTO %s (%s, version) VALUES (:%s, :version) USING TIMESTAMP :version"
        .formatted(table.name(), String.join(", ", columns), String.join(", :", columns));
  }

  private Statement<?> ledgerRow(Film film, long version) {
    BoundStatementBuilder insert = ledger.boundStatementBuilder();
    for (Attribute<?> attribute : Movie.ENTITY.attributes()) {
      insert = set(insert, attribute.name(), film.state().get(attribute));
    }
    return insert
        .setUuid("movie_id", film.id())
        .setUuid("claim_id", Uuids.timeBased())
        .setLong("version", version)
        .build();
  }

  private Statement<?> lookupRow(LookupRow row, long version) {
    BoundStatementBuilder insert =
        Objects.requireNonNull(lookups.get(row.table())).boundStatementBuilder();
    for (Map.Entry<String, @Nullable Object> column : row.columns().entrySet()) {
      insert = set(insert, column.getKey(), column.getValue());
    }
    return insert.setLong("version", version).build();
  }

  /** Sets a value; a column without one stays unset, so that it leaves no tombstone. */
  private static BoundStatementBuilder set(
      BoundStatementBuilder insert, String name, @Nullable Object value) {
    return value == null
        ? insert
        : insert.set(name, value, insert.codecRegistry().codecFor(insert.getType(name), value));
  }
}
