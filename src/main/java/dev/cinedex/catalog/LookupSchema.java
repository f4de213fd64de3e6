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
   * Checks that a declared table can be made.
   *
   * @return false when there is such a table already
   * @throws LookupStateException when there is a table of this name, created from another
   *     declaration, or when there are as many tables as are allowed
   */
  public boolean requirePossible(LookupTable table) {
    return schema.requirePossible(session, table);
  }

  /**
   * Makes a table as a job has planned it, unless it is there: every instance writes it from then
   * on.
   *
   * @param stillWanted throws what ends the work when the job does not run any more
   * @throws SchemaBusyException when another process changes the schema for minutes
   * @throws NoSuchLookupException when the table is not planned any more
   */
  public LookupTable make(String table, UUID job, Runnable stillWanted) {
    if (catalog.find(table).isEmpty()) {
      schema.addPlanned(session, table, job, stillWanted);
    }
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
   * @param stillWanted throws what ends the work when the job does not run any more
   * @throws SchemaBusyException when another process changes the schema for minutes
   */
  public void drop(String table, Runnable stillWanted) {
    schema.drop(session, table, stillWanted);
  }

  /** Forgets the name of a table that its last job has dropped, or planned and not made. */
  public void forget(String table, UUID job) {
    CatalogStore store = new CatalogStore(session);
    StoredTable stored = store.read().tables().get(table);
    if (stored != null && !stored.isPresent() && !new Ddl(session).existsOnNodes(table)) {
      store.remove(table, job);
    }
  }
}
