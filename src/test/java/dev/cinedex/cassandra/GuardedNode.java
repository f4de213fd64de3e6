package dev.cinedex.cassandra;

import dev.cinedex.catalog.Schema;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.SecretFile;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.Duration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;

/** A node that asks for a password and looks at permissions. The keyspace is {@code movies}. */
public final class GuardedNode implements AutoCloseable {
  private static final java.time.Duration PATIENCE = java.time.Duration.ofSeconds(30);

  private final Path directory;
  private final InetSocketAddress address = TestCassandra.freeAddress();
  private final EmbeddedCassandra node;

  /**
   * Starts the node.
   *
   * @param directory for its data, and for the files with passwords
   */
  public GuardedNode(Path directory) {
    this.directory = directory;
    this.node =
        EmbeddedCassandra.start(
            directory.resolve("node"),
            address,
            "-XX:TieredStopAtLevel=1",
            "-Dcassandra.config.allow_system_properties=true",
            "-Dcassandra.settings.authenticator=PasswordAuthenticator",
            "-Dcassandra.settings.authorizer=CassandraAuthorizer");
  }

  /** Returns the superuser, when the node has made it and the schema is there. */
  public CassandraFactory adminWithSchema() {
    CassandraFactory admin = as("cassandra", "cassandra");
    Awaitility.await() // the node makes this role a while after its start
        .atMost(PATIENCE)
        .ignoreException(StartupException.class)
        .untilAsserted(
            () -> new Schema(admin, Movie.ENTITY, Tables.shipped()).apply(created -> {}));
    return admin;
  }

  /** Returns the connection of a user. */
  public CassandraFactory as(String user, String password) {
    return new CassandraFactory(
        false,
        address.getHostString() + ":" + address.getPort(),
        "datacenter1",
        "movies",
        user,
        passwordFile(user, password).toString(),
        null,
        Duration.seconds(10),
        "LOCAL_SERIAL",
        DataSize.kibibytes(32),
        Duration.seconds(2));
  }

  /** Returns a private file with a password. */
  public Path passwordFile(String user, String password) {
    try {
      Path file = Files.writeString(directory.resolve(user + "-" + password), password + "\n");
      return Files.setPosixFilePermissions(file, SecretFile.PRIVATE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    node.stop();
  }
}
