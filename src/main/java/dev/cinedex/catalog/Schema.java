package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.catalog.CreateTable.Column;
import dev.cinedex.entity.EntityType;
import dev.cinedex.errors.StartupException;
import dev.cinedex.lookup.LookupTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a keyspace: Cinedex's own tables and the lookup tables. Every change is made under
 * the {@link SchemaLock}.
 */
public final class Schema {
  private static final Logger LOGGER = LoggerFactory.getLogger(Schema.class);

  private final CassandraFactory cassandra;
  private final EntityType entity;
  private final List<LookupTable> declared;
  private final OwnTables own;
  private final int mostTables;

  /** Makes a schema without a limit of tables. */
  public Schema(CassandraFactory cassandra, EntityType entity, List<LookupTable> declared) {
    this(cassandra, entity, declared, Integer.MAX_VALUE);
  }

  /**
   * @param declared the tables of the configuration
   * @param mostTables the number of lookup tables that there may be
   */
  public Schema(
      CassandraFactory cassandra, EntityType entity, List<LookupTable> declared, int mostTables) {
    this.mostTables = mostTables;
    this.cassandra = cassandra;
    this.entity = entity;
    this.own = OwnTables.of(entity);
    this.declared = declared;
  }

  /**
   * Creates the tables that are missing, and adds the columns that existing tables lack.
   *
   * @param progress receives a description of each thing that is created
   * @return the declared tables that have to be built, because the ledger is not empty
   * @throws LookupStateException when a table was created from another declaration
   * @throws SchemaBusyException when another process changes the schema, or the nodes disagree
   */
  public List<LookupTable> apply(Consumer<String> progress) {
    SchemaBootstrap bootstrap = new SchemaBootstrap(cassandra, progress);
    bootstrap.createKeyspace();
    try (CqlSession session = bootstrap.connect()) {
      bootstrap.createCatalog(session, own.catalog());
      requireCompatible(new Ddl(session)); // before anything is changed
      try (SchemaLock lock = SchemaLock.acquire(session)) {
        return apply(session, lock, progress);
      }
    }
  }

  private void requireCompatible(Ddl ddl) {
    own.tables().forEach(table -> ddl.table(table.table()).ifPresent(table::requireCompatible));
  }

  private List<LookupTable> apply(CqlSession session, SchemaLock lock, Consumer<String> progress) {
    TableChanges changes = new TableChanges(session, lock, progress);
    changes.complete(own.catalog()); // all its columns are needed to read it
    CatalogContents catalog = new CatalogStore(session).read();
    List<LookupTable> tables =
        declared.stream().map(table -> DeclaredTables.asCreated(table, catalog)).toList();
    own.tables().forEach(changes::complete);
    LookupTableDdl lookups = new LookupTableDdl(session, lock, progress, () -> {});
    lookups.completeAll(catalog.present(entity));
    requireRoom(catalog, tables);
    return lookups.createMissing(tables, catalog, own.ledger());
  }

  /**
   * Checks that the tables are as this version of Cinedex needs them.
   *
   * @throws StartupException unless Cinedex's own tables, and those of the catalog, are complete
   * @throws LookupStateException when a table was created from another declaration
   */
  public void verify(CqlSession session) {
    CatalogContents catalog = complete(session);
    declared.forEach(table -> logNewColumns(table, DeclaredTables.asCreated(table, catalog)));
  }

  /**
   * Checks the tables as {@link #verify} does, without a word about new columns.
   *
   * @return the lookup tables of the catalog
   */
  public List<LookupTable> requireComplete(CqlSession session) {
    return complete(session).present(entity);
  }

  /** Returns the lookup tables of the catalog, without a look whether they are complete. */
  public List<LookupTable> lookupTables(CqlSession session) {
    return new CatalogStore(session).read().present(entity);
  }

  private CatalogContents complete(CqlSession session) {
    Ddl ddl = new Ddl(session);
    requireOwn(ddl);
    CatalogContents catalog = new CatalogStore(session).read();
    declared.forEach(table -> DeclaredTables.asCreated(table, catalog));
    catalog.present(entity).forEach(table -> requireColumns(ddl, CreateTable.of(table)));
    return catalog;
  }

  /** Returns the {@code gc_grace_seconds} of the own tables that do not have the default. */
  public Map<String, Integer> declaredGrace() {
    Map<String, Integer> declaredGrace = new TreeMap<>();
    own.tables()
        .forEach(
            table ->
                table
                    .gcGraceSeconds()
                    .ifPresent(seconds -> declaredGrace.put(table.table(), seconds)));
    return declaredGrace;
  }

  /** Returns the number of lookup tables that there may be. */
  public int mostTables() {
    return mostTables;
  }

  /**
   * Requires that Cinedex's own tables, and some lookup tables, exist with all their columns.
   *
   * @throws StartupException when one is missing
   */
  void requireTables(CqlSession session, List<LookupTable> lookups) {
    Ddl ddl = new Ddl(session);
    requireOwn(ddl);
    lookups.forEach(table -> requireColumns(ddl, CreateTable.of(table)));
  }

  private void requireOwn(Ddl ddl) {
    if (!own.tables().stream().allMatch(table -> ddl.exists(table.table()))) {
      throw new StartupException(cassandra.schemaMissing());
    }
    own.tables().forEach(table -> requireColumns(ddl, table));
  }

  private void requireColumns(Ddl ddl, CreateTable table) {
    Optional<TableMetadata> existing = ddl.table(table.table());
    if (existing.isEmpty() && !ddl.existsOnNodes(table.table())) { // the driver learns it late
      throw new StartupException(
          "Table %s.%s is in the catalog, but does not exist: create it as 'lookup_tables' defines it, or delete its row there"
              .formatted(cassandra.keyspace(), table.table()));
    }
    List<Column> missing = existing.map(table::missingFrom).orElse(List.of());
    if (!missing.isEmpty()) {
      throw new StartupException(
          "Table %s.%s has no column '%s': run 'java -jar cinedex.jar schema apply config.yml', which adds it"
              .formatted(cassandra.keyspace(), table.table(), missing.get(0).name()));
    }
  }

  private static void logNewColumns(LookupTable declared, LookupTable created) {
    List<String> columns = DeclaredTables.newColumns(declared, created);
    if (!columns.isEmpty()) {
      LOGGER.warn(
          "lookups.{}: 'columns: all' now includes {}, which the table was created without; it keeps its columns. To add them, declare the table under a new name, build it, use the new name in config.yml, then retire and drop this one",
          declared.name(),
          columns);
    }
  }

  private void requireRoom(CatalogContents catalog, List<LookupTable> added) {
    List<LookupTable> present = catalog.present(entity);
    long missing = added.stream().filter(table -> !present.contains(table)).count();
    if (missing > 0 && present.size() + missing > mostTables) {
      throw new LookupStateException(
          "There would be %d lookup tables, and limits.tables in config.yml allows %d: drop one that is not needed, or raise the limit"
              .formatted(present.size() + missing, mostTables));
    }
  }

  /**
   * Checks that a declared table can be made.
   *
   * @return false when there is such a table already
   * @throws LookupStateException when there is a table of this name, created from another
   *     declaration, or one that is not in the catalog, or when there are as many tables as are
   *     allowed
   */
  boolean requirePossible(CqlSession session, LookupTable table) {
    CatalogContents catalog = new CatalogStore(session).read();
    if (catalog.present(table.name()).isPresent()) {
      DeclaredTables.asCreated(table, catalog);
      return false;
    }
    requireRoom(catalog, List.of(table));
    LookupTableDdl.requireUnused(new Ddl(session), catalog, table.name());
    return true;
  }

  /**
   * Adds a table as a job has planned it, unless it is there, or the plan is another one by now.
   * Every instance writes it from then on; it is not read before it is built.
   *
   * @param stillWanted throws what ends the work when the job does not run any more
   */
  void addPlanned(CqlSession session, String name, UUID job, Runnable stillWanted) {
    try (SchemaLock lock = SchemaLock.acquire(session)) {
      stillWanted.run();
      CatalogContents catalog = new CatalogStore(session).read();
      StoredTable planned = catalog.tables().get(name);
      if (planned != null && !planned.isPresent() && job.equals(planned.jobId())) {
        LookupTable table = planned.table(entity, name);
        requireRoom(catalog, List.of(table));
        new LookupTableDdl(session, lock, created -> {}, stillWanted).add(table);
      }
    }
  }

  /**
   * Drops a table when no instance writes it any more. Its name stays in the catalog until {@link
   * LookupSchema#forget}.
   *
   * @param stillWanted throws what ends the work when the job does not run any more
   * @throws LookupStateException unless it is {@link TableState#DROPPED} in the catalog
   */
  void drop(CqlSession session, String name, Runnable stillWanted) {
    try (SchemaLock lock = SchemaLock.acquire(session)) {
      stillWanted.run();
      new LookupTableDdl(session, lock, created -> {}, stillWanted).drop(name);
    }
  }
}
