package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.SecretFile;
import dev.cinedex.testing.CqlFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * The users of a node that asks for passwords and looks at permissions.
 *
 * @param directory for the files with passwords
 */
public record NodeUsers(InetSocketAddress address, Path directory) {
  private static final String SUPERUSER = "cassandra";

  /** The options of the node. It makes its superuser at once, and hashes passwords quickly. */
  static final List<String> NODE_OPTIONS =
      List.of(
          "-Dcassandra.config.allow_system_properties=true",
          "-Dcassandra.settings.authenticator=PasswordAuthenticator",
          "-Dcassandra.settings.authorizer=CassandraAuthorizer",
          "-Dcassandra.superuser_setup_delay_ms=0",
          "-Dcassandra.auth_bcrypt_gensalt_log2_rounds=4");

  /** Returns the connection of a user to a keyspace. */
  public CassandraFactory as(String user, String password, String keyspace) {
    return TestCassandra.factory(
        keyspace,
        address.getHostString() + ":" + address.getPort(),
        user,
        passwordFile(user, password).toString());
  }

  CassandraFactory superuser(String keyspace) {
    return as(SUPERUSER, SUPERUSER, keyspace);
  }

  /** Waits until the node has made its superuser, which takes a while after its start. */
  CqlSession connectSuperuser() {
    return Awaitility.await()
        .pollInSameThread() // another one would wait for the class that starts the node
        .atMost(Duration.ofSeconds(30))
        .ignoreException(StartupException.class)
        .until(() -> superuser("system").connectWithoutKeyspace(), opened -> true);
  }

  /** Returns a private file with a password. */
  Path passwordFile(String user, String password) {
    try {
      String name = "%s-%x.password".formatted(user, password.hashCode());
      Path file = Files.writeString(directory.resolve(name), password + "\n");
      return Files.setPosixFilePermissions(file, SecretFile.PRIVATE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives the roles of {@code cql/roles.cql} their permissions on a keyspace. */
  static void grantRoles(CqlSession superuser, String keyspace) {
    for (String statement : CqlFile.statements("roles.cql")) {
      superuser.execute(statement.replace("KEYSPACE cinedex", "KEYSPACE " + keyspace));
    }
  }

  static void createUser(CqlSession superuser, String user, String password, String role) {
    superuser.execute(
        "CREATE ROLE %s WITH PASSWORD = '%s' AND LOGIN = true".formatted(user, password));
    superuser.execute("GRANT %s TO %s".formatted(role, user));
  }
}
