package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.cassandra.DriverProfiles;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code lookup_tables}. Each change of it has an epoch of its own, by which an instance
 * tells the others how much of it it knows.
 */
final class CatalogRows {
  private final CqlSession session;

  CatalogRows(CqlSession session) {
    this.session = session;
  }

  /**
   * @param definition of the table, as {@link LookupTable#definition} gives it
   * @param maintenance for the instances whose configuration does not have the table
   * @param jobId of the last job on it; null before the first
   */
  record CatalogRow(
      String definition, Maintenance maintenance, TableState state, @Nullable UUID jobId) {
    boolean is(LookupTable table, TableState expected) {
      return definition.equals(table.definition()) && state == expected;
    }
  }

  /**
   * @param epoch of the last change; 0 before the first
   * @param rows by table, in order of their names
   */
  record Contents(long epoch, Map<String, CatalogRow> rows) {
    /** A table that there is: of a dropped one the row stays. */
    Optional<CatalogRow> present(String table) {
      return Optional.ofNullable(rows.get(table)).filter(row -> row.state != TableState.DROPPED);
    }
  }

  Contents read() {
    return read(DriverProfiles.CATALOG);
  }

  /** Adds a table, or puts it into another state. */
  void put(LookupTable table, TableState state) {
    while (true) {
      Contents now = read(DriverProfiles.SERIAL);
      CatalogRow row = now.rows.get(table.name());
      if (row != null && row.is(table, state)) {
        return;
      }
      boolean applied =
          applied(
              SimpleStatement.newInstance(
                  "UPDATE lookup_tables SET epoch = ?, definition = ?, maintenance = ?, state = ?"
                      + " WHERE catalog = 'lookups' AND table_name = ? IF epoch = ?",
                  now.epoch + 1,
                  table.definition(),
                  table.maintenance().text(),
                  state.text(),
                  table.name(),
                  now.epoch == 0 ? null : now.epoch));
      if (applied) {
        return;
      }
    }
  }

  /**
   * Puts a table into another state.
   *
   * @return false when it was not in that one
   */
  boolean change(String table, TableState from, TableState to) {
    while (true) {
      Contents now = read(DriverProfiles.SERIAL);
      CatalogRow row = now.rows.get(table);
      if (row == null || row.state != from) {
        return row != null && row.state == to; // by an attempt before, perhaps
      }
      boolean applied =
          applied(
              SimpleStatement.newInstance(
                  "UPDATE lookup_tables SET epoch = ?, state = ?"
                      + " WHERE catalog = 'lookups' AND table_name = ? IF epoch = ?",
                  now.epoch + 1,
                  to.text(),
                  table,
                  now.epoch));
      if (applied) {
        return true;
      }
    }
  }

  /**
   * Makes a job the last one of a table.
   *
   * @return false when another one was faster
   */
  boolean begin(String table, @Nullable UUID lastJob, UUID job) {
    return applied(
        SimpleStatement.newInstance(
            "UPDATE lookup_tables SET job_id = ? WHERE catalog = 'lookups' AND table_name = ? IF job_id = ?",
            job,
            table,
            lastJob));
  }

  private boolean applied(SimpleStatement statement) {
    Row answer = session.execute(statement.setExecutionProfileName(DriverProfiles.CATALOG)).one();
    return requireNonNull(answer).getBoolean("[applied]");
  }

  private Contents read(String profile) {
    long epoch = 0;
    Map<String, CatalogRow> rows = new TreeMap<>();
    for (Row row :
        session.execute(
            SimpleStatement.newInstance(
                    "SELECT epoch, table_name, definition, maintenance, state, job_id FROM lookup_tables WHERE catalog = 'lookups'")
                .setExecutionProfileName(profile)
                .setIdempotent(true))) {
      epoch = row.isNull("epoch") ? 0 : row.getLong("epoch");
      String table = row.getString("table_name");
      if (table
          != null) { // a partition with nothing but its static columns is a row without a name
        rows.put(
            table,
            new CatalogRow(
                requireNonNull(row.getString("definition")),
                Maintenance.of(requireNonNull(row.getString("maintenance"))).orElseThrow(),
                TableState.of(requireNonNull(row.getString("state"))),
                row.getUuid("job_id")));
      }
    }
    return new Contents(epoch, rows);
  }
}
