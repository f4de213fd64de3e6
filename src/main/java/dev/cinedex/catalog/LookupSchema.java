package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.lookup.LookupTable;
import java.util.UUID;

/**
 * Changes the schema of lookup tables. A request only plans a table; the job that the request
 * begins makes or drops it, because that waits for other processes.
 */
public final class LookupSchema {
  private final CqlSession session;
  private final Schema schema;
  private final CatalogAdmin catalog;

  public LookupSchema(CqlSession session, Schema schema, CatalogAdmin catalog) {
    this.session = session;
    this.schema = schema;
    this.catalog = catalog;
  }

  /**
   * Records a declared table that is to be made, unless there is one.
   *
   * @return whether it has to be made
   * @throws LookupStateException when there is a table of this name, created from another
   *     declaration, or when there are as many tables as are allowed
   */
  public boolean plan(LookupTable table) {
    return schema.plan(session, table);
  }

  /**
   * Makes a planned table, unless it is there: every instance writes it from then on.
   *
   * @throws SchemaBusyException when another process changes the schema for minutes
   * @throws NoSuchLookupException when the table is not planned any more
   */
  public LookupTable make(String table) {
    schema.addPlanned(session, table);
    return existing(table);
  }

  /**
   * Returns a table.
   *
   * @throws NoSuchLookupException when there is no such table
   */
  public LookupTable existing(String table) {
    return catalog.require(table).table();
  }

  /**
   * Drops a table when no instance writes it any more.
   *
   * @throws SchemaBusyException when another process changes the schema for minutes
   */
  public void drop(String table) {
    schema.drop(session, table);
  }

  /** Forgets a planned table whose job has ended before it was made. */
  public void forget(String table, UUID job) {
    CatalogStore store = new CatalogStore(session);
    StoredTable stored = store.read().tables().get(table);
    if (stored != null && !stored.isPresent() && !new Ddl(session).existsOnNodes(table)) {
      store.remove(table, job);
    }
  }
}
