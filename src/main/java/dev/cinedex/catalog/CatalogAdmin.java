package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.lookup.LookupTable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Manages the life of lookup tables: their states, and the jobs on them. Every method reads the
 * stored catalog.
 */
public final class CatalogAdmin {
  private final CatalogStore store;
  private final InstanceLeases writers;
  private final UnfinishedImports imports;
  private final Catalog catalog;

  /**
   * @param catalog is kept up to date with the changes that are made here
   */
  public CatalogAdmin(CqlSession session, Catalog catalog) {
    this.store = new CatalogStore(session);
    this.writers = InstanceLeases.writers(session);
    this.imports = new UnfinishedImports(session);
    this.catalog = catalog;
  }

  /** Returns a table and its state, unless it is dropped. */
  public Optional<Entry> find(String table) {
    catalog.refresh();
    return catalog.lastKnown().named(table);
  }

  /**
   * Returns a table and its state.
   *
   * @throws NoSuchLookupException when there is no such table
   */
  public Entry require(String table) {
    catalog.refresh();
    return catalog.lastKnown().required(table);
  }

  /** Returns the tables that are not dropped. */
  public List<Entry> entries() {
    catalog.refresh();
    return catalog.lastKnown().entries();
  }

  /** Returns the last job on each table that had one. */
  public Map<String, UUID> jobs() {
    return store.read().lastJobs();
  }

  /**
   * Sets the last job of a table.
   *
   * @param lastJob the last job before; null when there was none
   * @return false when another job was faster
   */
  public boolean begin(String table, @Nullable UUID lastJob, UUID job) {
    return store.begin(table, lastJob, job);
  }

  /**
   * Records a table that a job is to make, with the job. It is in the catalog like a dropped one
   * until then: no instance reads or writes it.
   *
   * @param lastJob the last job before; null when there was none
   * @return false when another job was faster
   */
  public boolean plan(LookupTable table, @Nullable UUID lastJob, UUID job) {
    return store.plan(table, lastJob, job);
  }

  /**
   * Sets the job that drops a table.
   *
   * @param lastJob the last job before; null when there was none
   * @return false when another job was faster
   */
  public boolean beginDrop(String table, @Nullable UUID lastJob, UUID job) {
    return store.beginDrop(table, lastJob, job);
  }

  /** Returns a table as it is stored now; one that is planned is dropped, too. */
  public Optional<Entry> stored(String table) {
    return Optional.ofNullable(store.read().tables().get(table))
        .map(stored -> new Entry(stored.table(catalog.entity(), table), stored.state()));
  }

  /**
   * Stores that the last job of a table compared all of it and left no difference. It does nothing
   * when the job is no longer the last one.
   *
   * @param began when the job began: rows that it compared early may have changed since
   */
  public void verified(String table, UUID job, Instant began) {
    store.verified(table, job, began);
  }

  /**
   * Puts a table from one state into another. Every instance knows it within seconds.
   *
   * @return false when it was in neither of them
   */
  public boolean change(String table, TableState from, TableState to) {
    boolean changed = store.change(table, from, to);
    catalog.refresh();
    return changed;
  }

  /**
   * Returns the names of the instances that write, but do not know the catalog as this one does.
   */
  public List<String> unawareInstances() {
    return writers.behind(catalog.lastKnown().epoch());
  }

  /** Returns the exclusive imports that have not ended. */
  public UnfinishedImports unfinishedImports() {
    return imports;
  }
}
