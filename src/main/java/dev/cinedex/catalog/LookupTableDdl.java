package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.lookup.LookupTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and drops lookup tables under the schema lock. Before a new table is complete, or an old
 * one is dropped, all instances must know of the change.
 */
final class LookupTableDdl {
  private static final Logger LOGGER = LoggerFactory.getLogger(LookupTableDdl.class);
  private static final Polling WRITERS = Polling.withoutLimit(Duration.ofSeconds(1));

  private final CqlSession session;
  private final Ddl ddl;
  private final CatalogStore catalog;
  private final SchemaLock lock;
  private final TableChanges changes;
  private final Runnable stillWanted;

  /**
   * @param stillWanted throws what ends the work when nobody wants it any more
   */
  LookupTableDdl(
      CqlSession session, SchemaLock lock, Consumer<String> progress, Runnable stillWanted) {
    this.stillWanted = stillWanted;
    this.session = session;
    this.ddl = new Ddl(session);
    this.catalog = new CatalogStore(session);
    this.lock = lock;
    this.changes = new TableChanges(session, lock, progress);
  }

  /** Adds the columns that existing tables lack. */
  void completeAll(List<LookupTable> tables) {
    tables.stream()
        .filter(table -> ddl.exists(table.name()))
        .forEach(table -> changes.complete(CreateTable.of(table)));
  }

  /**
   * Creates the declared tables that are missing. They need no build while the ledger is empty.
   *
   * @return the tables that have to be built, because the ledger is not empty
   */
  List<LookupTable> createMissing(
      List<LookupTable> declared, CatalogContents before, CreateTable ledger) {
    if (!isEmpty(ledger)) {
      return declared.stream().filter(table -> before.present(table.name()).isEmpty()).toList();
    }
    // Also the tables that an interrupted attempt has left.
    List<LookupTable> missing =
        declared.stream()
            .filter(
                table ->
                    before
                        .present(table.name())
                        .filter(stored -> stored.state() != TableState.BUILDING)
                        .isEmpty())
            .toList();
    for (LookupTable table : missing) {
      create(table);
    }
    awaitWriters();
    Instant now = Instant.now();
    if (!isEmpty(ledger)) { // the rows may be from an instance that did not know the new tables
      return missing;
    }
    missing.forEach(table -> catalog.putReady(table, now));
    return List.of();
  }

  /**
   * Creates a table. Every instance writes it from now on; it is not read before it is built.
   *
   * @throws LookupStateException when there is a table of this name, created from another
   *     declaration
   */
  void add(LookupTable table) {
    CatalogContents before = catalog.read();
    if (before.present(table.name()).isPresent()) {
      DeclaredTables.asCreated(table, before);
      return;
    }
    requireUnused(ddl, before, table.name());
    dropWhenUnused(table.name()); // the rest of an earlier table of this name
    create(table);
  }

  /**
   * Checks that no table of somebody else has a name.
   *
   * @throws LookupStateException when one has it
   */
  static void requireUnused(Ddl ddl, CatalogContents catalog, String name) {
    if (!catalog.tables().containsKey(name) && ddl.exists(name)) {
      throw new LookupStateException(
          "There is a table '%s' that is not in the catalog: give the lookup table another name, or drop that one by cqlsh"
              .formatted(name));
    }
  }

  /**
   * Drops a table when no instance writes it any more. Its name stays in the catalog until its last
   * job is forgotten.
   *
   * @throws LookupStateException unless the table is {@link TableState#DROPPED} in the catalog
   */
  void drop(String name) {
    StoredTable stored = catalog.read().tables().get(name);
    if (stored == null) {
      return;
    }
    if (stored.isPresent()) {
      throw new LookupStateException(
          "Lookup table '%s' is in use: it was built again a moment ago".formatted(name));
    }
    dropWhenUnused(name);
  }

  private void create(LookupTable table) {
    stillWanted.run();
    changes.complete(CreateTable.of(table));
    catalog.put(table, TableState.BUILDING);
  }

  private void dropWhenUnused(String name) {
    if (ddl.exists(name)) {
      awaitWriters();
      stillWanted.run();
      changes.drop(name);
    }
  }

  /** Waits until every instance knows the last change of the catalog, or is dead. */
  private void awaitWriters() {
    long epoch = catalog.read().epoch();
    InstanceLeases writers = InstanceLeases.writers(session);
    List<String> behind = writers.behind(epoch);
    if (behind.isEmpty()) {
      return;
    }
    LOGGER.info("Waiting until {} know of the change, or their leases have expired", behind);
    WRITERS.until(
        () -> {
          lock.renew();
          stillWanted.run();
          return writers.behind(epoch).isEmpty();
        });
  }

  private boolean isEmpty(CreateTable ledger) {
    return session.execute("SELECT * FROM %s LIMIT 1".formatted(ledger.table())).one() == null;
  }
}
