package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.cinedex.lookup.LookupTable;
import java.util.UUID;

/** Adds tables as the job that builds them does, and leaves them unbuilt. */
public final class AddedTables {
  private AddedTables() {}

  public static void add(CqlSession session, Schema schema, LookupTable table) {
    if (schema.requirePossible(session, table)) {
      UUID job = Uuids.timeBased();
      CatalogStore store = new CatalogStore(session);
      StoredTable dropped = store.read().tables().get(table.name());
      assertThat(store.plan(table, dropped == null ? null : dropped.jobId(), job)).isTrue();
      schema.addPlanned(session, table.name(), job, () -> {});
    }
  }
}
