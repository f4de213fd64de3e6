package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.catalog.Schema;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A node of its own that asks for a password and looks at permissions. The keyspace is {@code
 * movies}.
 */
public final class GuardedNode implements AutoCloseable {
  private static final String KEYSPACE = "movies";

  private final NodeUsers users;
  private final EmbeddedCassandra node;

  /**
   * Starts the node.
   *
   * @param directory for its data, and for the files with passwords
   */
  public GuardedNode(Path directory) {
    InetSocketAddress address = TestCassandra.freeAddress();
    this.users = new NodeUsers(address, directory);
    this.node =
        EmbeddedCassandra.start(
            directory.resolve("node"),
            address,
            Stream.concat(Stream.of("-XX:TieredStopAtLevel=1"), NodeUsers.NODE_OPTIONS.stream())
                .toArray(String[]::new));
  }

  /** Returns the superuser, when the node has made it and the schema is there. */
  public CassandraFactory adminWithSchema() {
    users.connectSuperuser().close();
    CassandraFactory admin = users.superuser(KEYSPACE);
    new Schema(admin, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    return admin;
  }

  /** Makes the roles of {@code cql/roles.cql}. */
  public void grantRoles(CqlSession admin) {
    NodeUsers.grantRoles(admin, KEYSPACE);
  }

  /** Makes a user with a role. */
  public void createUser(CqlSession admin, String user, String password, String role) {
    NodeUsers.createUser(admin, user, password, role);
  }

  /** Returns the connection of a user. */
  public CassandraFactory as(String user, String password) {
    return users.as(user, password, KEYSPACE);
  }

  @Override
  public void close() {
    node.stop();
  }
}
