package dev.cinedex.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.InvalidKeyspaceException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.ProcessName;
import dev.cinedex.catalog.CatalogRows.CatalogRow;
import dev.cinedex.catalog.CatalogRows.Contents;
import dev.cinedex.entity.EntityType;
import dev.cinedex.errors.StartupException;
import dev.cinedex.lookup.LookupTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and verifies the tables. Two instances that create one table at the same time give it two
 * ids and lose it; so tables are only made in {@link #apply}, by the owner of a lock.
 */
public final class Schema {
  private static final Logger LOGGER = LoggerFactory.getLogger(Schema.class);
  private static final String CATALOG = "lookup_tables";
  private static final int LOCK_SECONDS = 30;
  private static final Duration LOCK_WAIT = Duration.ofMinutes(3);
  private static final Duration USABLE_WAIT = Duration.ofSeconds(30);
  private static final String OWN =
      "UPDATE lookup_tables USING TTL "
          + LOCK_SECONDS
          + " SET schema_owner = ? WHERE catalog = 'lookups' IF schema_owner = ";

  private final CassandraFactory cassandra;
  private final List<LookupTable> tables;
  private final EntityType entity;
  private final SchemaFile file;

  public Schema(CassandraFactory cassandra, EntityType entity, List<LookupTable> tables) {
    this.file = SchemaFile.read(entity);
    this.entity = entity;
    this.cassandra = cassandra;
    this.tables = tables;
  }

  /**
   * Creates what is missing; changes nothing that is there.
   *
   * @param progress is told each thing created
   * @return the tables that are to be built, for there are movies already
   * @throws LookupStateException when a table is declared otherwise than it was created
   */
  public List<LookupTable> apply(Consumer<String> progress) {
    try (CqlSession session = cassandra.connectWithoutKeyspace()) {
      createKeyspace(session, progress);
    }
    try (CqlSession session = onceUsable(cassandra::connect)) {
      createCatalog(session, progress);
      requireColumns(session);
      String owner = lock(session);
      try {
        return createTables(session, owner, progress);
      } finally {
        unlock(session, owner);
      }
    }
  }

  /** Another node than the one that made the keyspace may not know it for a moment. */
  static CqlSession onceUsable(Supplier<CqlSession> connect) {
    Instant deadline = Instant.now().plus(USABLE_WAIT);
    while (true) {
      try {
        return connect.get();
      } catch (StartupException e) {
        if (!(e.getCause() instanceof InvalidKeyspaceException)
            || Instant.now().isAfter(deadline)) {
          throw e;
        }
        sleep(Duration.ofMillis(100));
      }
    }
  }

  /**
   * @throws StartupException unless Cinedex's own tables, and those of the catalog, are there
   * @throws LookupStateException when a table is declared otherwise than it was created
   */
  public void verify(CqlSession session) {
    if (!file.statements().keySet().stream().allMatch(table -> exists(session, table))) {
      throw new StartupException(cassandra.schemaMissing());
    }
    requireColumns(session);
    Contents catalog = new CatalogRows(session).read();
    checkUnchanged(catalog);
    for (String name : catalog.rows().keySet()) {
      if (catalog.present(name).isPresent() && !exists(session, name)) {
        throw new StartupException(
            "Table %s.%s is in the catalog, but does not exist: create it as 'lookup_tables' defines it, or delete its row there"
                .formatted(cassandra.keyspace(), name));
      }
    }
  }

  private void createKeyspace(CqlSession session, Consumer<String> progress) {
    if (session.getMetadata().getKeyspace(cassandra.keyspace()).isPresent()) {
      return;
    }
    long nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> cassandra.localDatacenter().equals(node.getDatacenter()))
            .count();
    String create =
        "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
            .formatted(cassandra.keyspace(), cassandra.localDatacenter(), Math.min(3, nodes));
    run(session, create);
    progress.accept(create);
  }

  /**
   * The lock's own table cannot be created under the lock. Its id is fixed instead, so that two
   * instances which create it at once create the same one.
   */
  private void createCatalog(CqlSession session, Consumer<String> progress) {
    boolean seen = exists(session, CATALOG);
    UUID id = UUID.nameUUIDFromBytes((cassandra.keyspace() + "." + CATALOG).getBytes(UTF_8));
    if (!seen) {
      run(session, file.statements().get(CATALOG) + " WITH ID = " + id);
      progress.accept("table " + CATALOG);
    }
    awaitUsable(session, CATALOG); // also when seen: another instance may have made it just now
  }

  private List<LookupTable> createTables(
      CqlSession session, String owner, Consumer<String> progress) {
    CatalogRows catalog = new CatalogRows(session);
    Contents before = catalog.read();
    checkUnchanged(before);
    file.statements()
        .forEach((name, statement) -> create(session, owner, name, statement, progress));
    // While a table is being built for the first time there are no movies.
    List<LookupTable> added =
        tables.stream()
            .filter(
                table ->
                    before
                        .present(table.name())
                        .filter(row -> row.state() != TableState.BUILDING)
                        .isEmpty())
            .toList();
    if (holdsEntities(session)) {
      return tables.stream().filter(table -> before.present(table.name()).isEmpty()).toList();
    }
    for (LookupTable table : added) {
      create(session, owner, table.name(), table.createStatement(), progress);
      catalog.put(table, TableState.BUILDING);
    }
    awaitWriters(session, owner, catalog.read().epoch());
    if (!holdsEntities(session)) { // else of one that did not know the new tables
      added.forEach(table -> catalog.put(table, TableState.READY));
      return List.of();
    }
    return added;
  }

  /**
   * Makes a table that every instance writes from now on, and that is not read before it is built.
   *
   * @throws LookupStateException when there is such a table, declared otherwise
   */
  public void add(CqlSession session, LookupTable table) {
    CatalogRows catalog = new CatalogRows(session);
    String owner = lock(session);
    try {
      Contents before = catalog.read();
      if (before.present(table.name()).isPresent()) {
        checkUnchanged(before, table);
        return;
      }
      if (!before.rows().containsKey(table.name()) && exists(session, table.name())) {
        throw new LookupStateException(
            "There is a table '%s' that is not in the catalog: give the lookup table another name, or drop that one by cqlsh"
                .formatted(table.name()));
      }
      drop(session, owner, table.name()); // what is left of one that was dropped
      create(session, owner, table.name(), table.createStatement(), created -> {});
      catalog.put(table, TableState.BUILDING);
    } finally {
      unlock(session, owner);
    }
  }

  /**
   * Drops a table when no instance writes it any more.
   *
   * @return false when there was none
   * @throws LookupStateException unless it is {@link TableState#DROPPED} in the catalog
   */
  public boolean drop(CqlSession session, String name) {
    CatalogRows catalog = new CatalogRows(session);
    if (!catalog.read().rows().containsKey(name) || !exists(session, name)) {
      return false;
    }
    String owner = lock(session);
    try {
      CatalogRow row = catalog.read().rows().get(name);
      if (row == null || row.state() != TableState.DROPPED) {
        throw new LookupStateException(
            "Lookup table '%s' is in use: somebody built it anew just now".formatted(name));
      }
      drop(session, owner, name);
      return true;
    } finally {
      unlock(session, owner);
    }
  }

  private void drop(CqlSession session, String owner, String name) {
    if (exists(session, name)) {
      awaitWriters(session, owner, new CatalogRows(session).read().epoch());
      renewLock(session, owner);
      run(session, "DROP TABLE IF EXISTS " + name);
    }
  }

  /** Waits until every instance writes the new tables, or is dead. */
  private static void awaitWriters(CqlSession session, String owner, long epoch) {
    InstanceLeases writers = new InstanceLeases(session, InstanceLeases.WRITERS, Catalog.LEASE);
    List<String> unaware = writers.before(epoch);
    if (!unaware.isEmpty()) {
      LOGGER.info("Waiting until {} know of the change, or their leases are over", unaware);
    }
    while (!unaware.isEmpty()) {
      sleep(Duration.ofSeconds(1));
      renewLock(session, owner);
      unaware = writers.before(epoch);
    }
  }

  private void create(
      CqlSession session, String owner, String name, String statement, Consumer<String> progress) {
    if (!exists(session, name)) {
      renewLock(session, owner);
      run(session, statement);
      awaitUsable(session, name);
      progress.accept("table " + name);
    }
  }

  /** Nodes agree on a new table, and show it to the driver, a moment before they can use it. */
  private static void awaitUsable(CqlSession session, String table) {
    SimpleStatement read = SimpleStatement.newInstance("SELECT * FROM " + table + " LIMIT 1");
    Instant deadline = Instant.now().plus(USABLE_WAIT);
    for (Node node : session.getMetadata().getNodes().values()) {
      while (node.getState() == NodeState.UP) {
        try {
          session.execute(read.setNode(node).setConsistencyLevel(DefaultConsistencyLevel.ONE));
          break;
        } catch (DriverException e) {
          if (Instant.now().isAfter(deadline)) {
            throw new StartupException(
                "Table %s is created, but node %s cannot use it: run 'schema apply' again"
                    .formatted(table, node.getEndPoint()),
                e);
          }
          sleep(Duration.ofMillis(100));
        }
      }
    }
  }

  private static String lock(CqlSession session) {
    String owner = ProcessName.name() + "/" + UUID.randomUUID();
    Instant deadline = Instant.now().plus(LOCK_WAIT);
    boolean told = false;
    while (true) {
      Row answer = session.execute(SimpleStatement.newInstance(OWN + "null", owner)).one();
      if (answer != null && answer.getBoolean("[applied]")) {
        return owner;
      }
      String other = answer == null ? "?" : answer.getString("schema_owner");
      if (Instant.now().isAfter(deadline)) {
        throw new StartupException(
            "The schema is locked by " + other + ": try again when it is done");
      }
      if (!told) {
        LOGGER.info(
            "{} changes the schema just now; waiting until it is done, or has been dead for {} s",
            other,
            LOCK_SECONDS);
        told = true;
      }
      sleep(Duration.ofSeconds(1));
    }
  }

  /** Before each step: so a lock need not outlive its owner by more than one of them. */
  private static void renewLock(CqlSession session, String owner) {
    Row answer = session.execute(SimpleStatement.newInstance(OWN + "?", owner, owner)).one();
    if (answer == null || !answer.getBoolean("[applied]")) {
      throw new StartupException(
          "Another process took over the schema while this one was slow: run 'schema apply' again");
    }
  }

  private static void unlock(CqlSession session, String owner) {
    session.execute(
        SimpleStatement.newInstance(
            "UPDATE lookup_tables SET schema_owner = null WHERE catalog = 'lookups' IF schema_owner = ?",
            owner));
  }

  /** Tables that an earlier version made may lack columns. */
  private void requireColumns(CqlSession session) {
    file.statements()
        .forEach(
            (name, statement) ->
                table(session, name)
                    .ifPresent(
                        table ->
                            SchemaFile.columns(statement)
                                .forEach(column -> requireColumn(table, column))));
  }

  private void requireColumn(TableMetadata table, String column) {
    if (table.getColumn(column).isEmpty()) {
      throw new StartupException(
          "Table %s.%s has no column '%s', for another version of Cinedex made it: use another CASSANDRA_KEYSPACE and import again (embedded: 'mvn clean')"
              .formatted(cassandra.keyspace(), table.getName(), column));
    }
  }

  private void checkUnchanged(Contents catalog) {
    tables.forEach(table -> checkUnchanged(catalog, table));
  }

  private static void checkUnchanged(Contents catalog, LookupTable table) {
    String definition =
        catalog.present(table.name()).map(CatalogRow::definition).orElse(table.definition());
    if (!definition.equals(table.definition())) {
      throw new LookupStateException(
          "lookups.%s is declared as [%s], but was created as [%s]. A changed declaration is another table: declare this one as it was, and the changed one under a new name; build that, read from it, then retire and drop this one"
              .formatted(table.name(), table.definition(), definition));
    }
  }

  private boolean holdsEntities(CqlSession session) {
    return session
            .execute("SELECT %s FROM %s LIMIT 1".formatted(entity.idColumn(), entity.table()))
            .one()
        != null;
  }

  private boolean exists(CqlSession session, String table) {
    return table(session, table).isPresent();
  }

  private Optional<TableMetadata> table(CqlSession session, String name) {
    return session
        .getMetadata()
        .getKeyspace(cassandra.keyspace())
        .flatMap(keyspace -> keyspace.getTable(name));
  }

  private static void run(CqlSession session, String statement) {
    boolean agreed =
        session
            .execute(SimpleStatement.newInstance(statement).setTimeout(Duration.ofSeconds(60)))
            .getExecutionInfo()
            .isSchemaInAgreement();
    if (!agreed) {
      throw new StartupException(
          "The nodes do not agree on the schema after: %s. Look at 'nodetool describecluster', then run 'schema apply' again"
              .formatted(statement.lines().findFirst().orElse("")));
    }
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartupException("Interrupted while waiting for the schema", e);
    }
  }
}
