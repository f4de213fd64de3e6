package dev.cinedex.cassandra;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.Schema;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.embedded.Ports;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.movie.Movie;
import dev.cinedex.projection.WriteCosts;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.Duration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.cassandra.CassandraContainer;

/**
 * The real Cassandra of the integration tests, one for all of them: the embedded node, or with
 * {@code -Dcassandra=testcontainers} a container. Each test class has a keyspace of its own in it.
 */
public final class TestCassandra {
  /** The number of this JVM among those that run tests at the same time, from 1 on. */
  private static final int FORK = Integer.getInteger("test.fork", 1);

  /** It may do what a service may whose tables are declared over HTTP. */
  private static final String USER = "tester";

  private static final String PASSWORD = "a secret of the tester";

  private static final java.time.Duration PATIENCE = java.time.Duration.ofSeconds(30);

  private static @Nullable EmbeddedCassandra embedded;
  private static @Nullable NodeUsers users;
  private static @Nullable CqlSession superuser;
  private static final InetSocketAddress ADDRESS = start();
  private static final AtomicInteger KEYSPACES = new AtomicInteger();
  private static final Map<CqlSession, Catalog> CATALOGS = new ConcurrentHashMap<>();

  private TestCassandra() {}

  public static String contactPoint() {
    return ADDRESS.getHostString() + ":" + ADDRESS.getPort();
  }

  public static InetSocketAddress address() {
    return ADDRESS;
  }

  /**
   * Returns a name that no keyspace had before. Where the node looks at permissions, the keyspace
   * is there, empty, because the user of the tests may make none.
   */
  public static String newKeyspace() {
    String keyspace = newName();
    if (superuser != null) {
      superuser.execute(
          "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}"
              .formatted(keyspace));
      NodeUsers.grantRoles(superuser, keyspace);
    }
    return keyspace;
  }

  /** Returns a user who may make keyspaces, with the name of one that is not there. */
  public static CassandraFactory withoutKeyspace() {
    String keyspace = newName();
    return users == null ? factory(keyspace) : users.superuser(keyspace);
  }

  private static String newName() {
    return "test_" + KEYSPACES.incrementAndGet();
  }

  /** Lets sessions of this JVM whose configuration has no user be those of the tests' user. */
  public static void signInByDefault() {
    if (users != null) {
      String provider = "datastax-java-driver.advanced.auth-provider.";
      System.setProperty(provider + "class", "PlainTextAuthProvider");
      System.setProperty(provider + "username", USER);
      System.setProperty(provider + "password", PASSWORD);
    }
  }

  public static CassandraFactory factory(String keyspace) {
    return factory(keyspace, contactPoint(), "datacenter1");
  }

  public static CassandraFactory factory(
      String keyspace, String contactPoint, String localDatacenter) {
    return factory(keyspace, contactPoint, localDatacenter, Duration.seconds(10));
  }

  public static CassandraFactory factory(
      String keyspace, String contactPoint, String localDatacenter, Duration requestTimeout) {
    return factory(keyspace, contactPoint, localDatacenter, requestTimeout, "LOCAL_SERIAL");
  }

  /** As with writers in several datacenters. */
  public static CassandraFactory serialFactory(String keyspace) {
    return factory(keyspace, contactPoint(), "datacenter1", Duration.seconds(10), "SERIAL");
  }

  static CassandraFactory factory(
      String keyspace, String contactPoint, @Nullable String user, @Nullable String passwordFile) {
    return factory(
        keyspace,
        contactPoint,
        "datacenter1",
        user,
        passwordFile,
        Duration.seconds(10),
        "LOCAL_SERIAL");
  }

  private static CassandraFactory factory(
      String keyspace,
      String contactPoint,
      String localDatacenter,
      Duration requestTimeout,
      String serialConsistency) {
    return factory(
        keyspace,
        contactPoint,
        localDatacenter,
        users == null ? null : USER,
        users == null ? null : users.passwordFile(USER, PASSWORD).toString(),
        requestTimeout,
        serialConsistency);
  }

  private static CassandraFactory factory(
      String keyspace,
      String contactPoint,
      String localDatacenter,
      @Nullable String user,
      @Nullable String passwordFile,
      Duration requestTimeout,
      String serialConsistency) {
    return new CassandraFactory(
        false,
        contactPoint,
        localDatacenter,
        keyspace,
        user,
        passwordFile,
        null,
        requestTimeout,
        serialConsistency,
        DataSize.kibibytes(32),
        Duration.seconds(2));
  }

  /** A session on a new keyspace with the tables in it. */
  public static CqlSession newSession(List<LookupTable> tables) {
    CassandraFactory factory = factory(newKeyspace());
    new Schema(factory, Movie.ENTITY, tables).apply(created -> {});
    return factory.connect();
  }

  /** The catalog of a session's keyspace, kept up to date while the session is open. */
  public static Catalog catalog(CqlSession session) {
    return CATALOGS.computeIfAbsent(
        session, opened -> Catalog.open(opened, Movie.ENTITY, List.of()));
  }

  /** Lets the node stand still, so that nobody gets an answer; only for an embedded one. */
  public static void standStill(java.time.Duration time) throws IOException, InterruptedException {
    assumeTrue(embedded != null, "The node in a container is not stopped");
    Signals.stop(requireNonNull(embedded).pid());
    try {
      Thread.sleep(time.toMillis());
    } finally {
      Signals.resume(requireNonNull(embedded).pid());
    }
  }

  private static InetSocketAddress start() {
    // By default it waits for 10 s, which a busy machine may exceed.
    Awaitility.setDefaultTimeout(PATIENCE);
    String kind = System.getProperty("cassandra", "embedded");
    return switch (kind) {
      case "embedded" -> startEmbedded();
      case "testcontainers" -> startContainer();
      default ->
          throw new IllegalArgumentException(
              "-Dcassandra=" + kind + ": must be 'embedded' or 'testcontainers'");
    };
  }

  /** For a node of one's own; each JVM of the tests looks from another port on. */
  public static InetSocketAddress freeAddress() {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    int first = 19_042 + 2_000 * (FORK - 1);
    for (int port = first; port < first + 2_000; port += 2) {
      if (Ports.isFree(new InetSocketAddress(loopback, port))
          && Ports.isFree(new InetSocketAddress(loopback, port + 1))) {
        return new InetSocketAddress(loopback, port);
      }
    }
    throw new IllegalStateException("No two neighbouring ports are free from " + first + " on");
  }

  /** It ends with this JVM. */
  private static InetSocketAddress startEmbedded() {
    Path directory = Path.of("target", "test-cassandra-" + FORK);
    deleteAll(directory);
    InetSocketAddress address = freeAddress();
    EmbeddedCassandra node =
        EmbeddedCassandra.start(
            directory,
            address,
            Stream.of(quick(), periodicCommitLog(), NodeUsers.NODE_OPTIONS)
                .flatMap(List::stream)
                .toArray(String[]::new));
    embedded = node;
    createUser(new NodeUsers(address, directory));
    System.out.printf("Tests run against Cassandra in process %d, at %s%n", node.pid(), address);
    return address;
  }

  @SuppressWarnings("resource") // the superuser's session is for all tests, to the end
  private static void createUser(NodeUsers all) {
    CqlSession session = all.connectSuperuser();
    session.execute("CREATE ROLE cinedex_schema");
    NodeUsers.createUser(session, USER, PASSWORD, "cinedex_schema");
    session.execute("GRANT SELECT ON system_views.tombstones_per_read TO " + USER); // tests count
    superuser = session;
    users = all;
  }

  /** Returns the options of a node that lives for minutes, and whose tables are not kept. */
  private static List<String> quick() {
    return List.of(
        System.getProperty("test.compiler", "-XX:TieredStopAtLevel=1"),
        "-Xmx2G", // a thousand tables of tests fill 1 GiB
        "-Dcassandra.test.flush_local_schema_changes=false",
        "-Dcassandra.settings.auto_snapshot=false");
  }

  /** That nobody looks at. */
  public static WriteCosts costs() {
    return new WriteCosts(new Metrics());
  }

  /** Cassandra's default: faster, where what a killed node acknowledged last is not missed. */
  static List<String> periodicCommitLog() {
    return List.of(
        "-Dcassandra.config.allow_system_properties=true",
        "-Dcassandra.settings.commitlog_sync=periodic",
        "-Dcassandra.settings.commitlog_sync_period=10s");
  }

  @SuppressWarnings("resource") // for all tests, to the end
  private static InetSocketAddress startContainer() {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new IllegalStateException(
          "-Dcassandra=testcontainers, but no Docker answers: start it, or leave the option out");
    }
    CassandraContainer container = new CassandraContainer("cassandra:5.0");
    container.start();
    Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
    System.out.println("Tests run against Cassandra in container " + container.getContainerId());
    return container.getContactPoint();
  }

  static void deleteAll(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
