package dev.cinedex.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.InvalidKeyspaceException;
import dev.cinedex.cassandra.CassandraFactory;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Creates what the schema lock needs: the keyspace, and the table that has the lock. */
final class SchemaBootstrap {
  private final CassandraFactory cassandra;
  private final Consumer<String> progress;

  /**
   * @param progress receives a description of each thing that is created
   */
  SchemaBootstrap(CassandraFactory cassandra, Consumer<String> progress) {
    this.cassandra = cassandra;
    this.progress = progress;
  }

  /** Creates the keyspace if it is missing, with three replicas where there are enough nodes. */
  void createKeyspace() {
    try (CqlSession session = cassandra.connectWithoutKeyspace()) {
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
      new Ddl(session).run(create);
      progress.accept(create);
    }
  }

  CqlSession connect() {
    return onceUsable(cassandra::connect);
  }

  /** Connects again when the node does not know the keyspace yet that another node has created. */
  static CqlSession onceUsable(Supplier<CqlSession> connect) {
    return Ddl.USABLE.retry(connect, e -> e.getCause() instanceof InvalidKeyspaceException);
  }

  /**
   * Creates the table with the lock, which cannot be created under the lock. Its id is fixed
   * instead, so that two instances that create it at the same time create the same table.
   */
  void createCatalog(CqlSession session, CreateTable catalog) {
    Ddl ddl = new Ddl(session);
    if (!ddl.exists(catalog.table())) {
      String fullName = cassandra.keyspace() + "." + catalog.table();
      UUID id = UUID.nameUUIDFromBytes(fullName.getBytes(UTF_8));
      ddl.run(catalog.statement() + " WITH ID = " + id);
      progress.accept("table " + catalog.table());
    }
    // Also when it was there: another instance may have created it a moment ago.
    ddl.awaitUsable(catalog.table(), "*");
  }
}
