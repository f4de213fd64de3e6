package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.cassandra.KnownSchema;
import dev.cinedex.errors.StartupException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs schema statements, and waits until every node can use the result. */
final class Ddl {
  private static final Logger LOGGER = LoggerFactory.getLogger(Ddl.class);
  static final Polling USABLE = new Polling(Duration.ofMillis(100), Duration.ofSeconds(30));
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final CqlSession session;

  Ddl(CqlSession session) {
    this.session = session;
  }

  /** Returns a table of the session's keyspace as the driver knows it. */
  Optional<TableMetadata> table(String name) {
    return KnownSchema.table(session, name);
  }

  /** Returns how long a table keeps its tombstones at least; empty while the driver lacks it. */
  Optional<Duration> gcGrace(String name) {
    return table(name).flatMap(GcGrace::seconds).map(Duration::ofSeconds);
  }

  boolean exists(String table) {
    return table(table).isPresent();
  }

  /**
   * Runs a statement that changes the schema.
   *
   * @throws SchemaBusyException when the nodes do not agree on the result
   * @throws StartupException when the role of this process may not change the schema
   */
  void run(String statement) {
    if (!execute(statement).getExecutionInfo().isSchemaInAgreement()) {
      throw new SchemaBusyException(
          "The nodes do not agree on the schema after: %s. Look at 'nodetool describecluster', then run 'schema apply' again"
              .formatted(statement.lines().findFirst().orElse("")));
    }
  }

  private ResultSet execute(String statement) {
    try {
      return session.execute(SimpleStatement.newInstance(statement).setTimeout(TIMEOUT));
    } catch (UnauthorizedException e) {
      throw new StartupException(
          "Cassandra does not let this user change the schema (%s). Use a user that has the role cinedex_schema of cql/roles.cql; to create the keyspace, use a superuser"
              .formatted(e.getMessage()),
          e);
    }
  }

  /**
   * Waits until every node that is up can read a table, or a column of it. The nodes agree on a
   * change, and show it to the driver, a moment before they can use it.
   *
   * @param selection a column, or {@code *}
   * @throws SchemaBusyException when a node cannot
   */
  void awaitUsable(String table, String selection) {
    SimpleStatement read =
        SimpleStatement.newInstance("SELECT %s FROM %s LIMIT 1".formatted(selection, table))
            .setConsistencyLevel(DefaultConsistencyLevel.ONE);
    USABLE.retry(() -> requireUsable(table, read), Failures::isRetryable);
  }

  private boolean requireUsable(String table, SimpleStatement read) {
    for (Node node : session.getMetadata().getNodes().values()) {
      if (node.getState() == NodeState.UP) {
        try {
          session.execute(read.setNode(node));
        } catch (DriverException e) {
          LOGGER.warn("Node {} cannot use the changed table {}", node.getEndPoint(), table);
          throw new SchemaBusyException(
              "Table %s is changed, but a node cannot use it (the log names it): run 'schema apply' again"
                  .formatted(table),
              e);
        }
      }
    }
    return true;
  }

  /** Returns whether the nodes have a table, of which the driver may not know yet. */
  boolean existsOnNodes(String table) {
    return session
            .execute(
                "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                session.getKeyspace().orElseThrow().asInternal(),
                table)
            .one()
        != null;
  }
}
