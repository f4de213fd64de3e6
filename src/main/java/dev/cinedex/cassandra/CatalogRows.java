package dev.cinedex.cassandra;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.lookup.LookupTable;
import java.util.Map;
import java.util.TreeMap;

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
   */
  record CatalogRow(String definition, TableState state) {}

  /**
   * @param epoch of the last change; 0 before the first
   * @param rows by table, in order of their names
   */
  record Contents(long epoch, Map<String, CatalogRow> rows) {}

  Contents read() {
    return read(CassandraFactory.CATALOG_PROFILE);
  }

  /** Adds a table, or puts it into another state. */
  void put(LookupTable table, TableState state) {
    while (true) {
      Contents now = read(CassandraFactory.SERIAL_PROFILE);
      if (new CatalogRow(table.definition(), state).equals(now.rows.get(table.name()))) {
        return;
      }
      Row answer =
          session
              .execute(
                  SimpleStatement.newInstance(
                          "UPDATE lookup_tables SET epoch = ?, definition = ?, state = ?"
                              + " WHERE catalog = 'lookups' AND table_name = ? IF epoch = ?",
                          now.epoch + 1,
                          table.definition(),
                          state.text(),
                          table.name(),
                          now.epoch == 0 ? null : now.epoch)
                      .setExecutionProfileName(CassandraFactory.CATALOG_PROFILE))
              .one();
      if (requireNonNull(answer).getBoolean("[applied]")) {
        return;
      }
    }
  }

  private Contents read(String profile) {
    long epoch = 0;
    Map<String, CatalogRow> rows = new TreeMap<>();
    for (Row row :
        session.execute(
            SimpleStatement.newInstance(
                    "SELECT epoch, table_name, definition, state FROM lookup_tables WHERE catalog = 'lookups'")
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
                TableState.of(requireNonNull(row.getString("state")))));
      }
    }
    return new Contents(epoch, rows);
  }
}
