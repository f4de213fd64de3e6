package dev.cinedex.benchmark.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.embedded.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The Cassandra of the benchmark: the embedded node, empty, with a heap for millions of movies. */
public final class Node implements AutoCloseable {
  private static final Path DIRECTORY = Path.of("target", "benchmark", "cassandra");

  private static final int MANAGEMENT_PORTS_AWAY = 400;

  /**
   * The node keeps Cassandra's defaults where the embedded node is meant for development. It waits
   * longer for itself, because one slow second of the machine should not end a run.
   */
  private static final List<String> OPTIONS =
      List.of(
          "-XX:-UseSerialGC",
          "-XX:+UseG1GC",
          "-Dcassandra.config.allow_system_properties=true",
          "-Dcassandra.settings.commitlog_sync=periodic",
          "-Dcassandra.settings.commitlog_sync_period=10s",
          "-Dcassandra.settings.read_request_timeout=20s",
          "-Dcassandra.settings.range_request_timeout=20s",
          "-Dcassandra.settings.write_request_timeout=20s",
          "-Dcassandra.settings.materialized_views_enabled=true");

  private final EmbeddedCassandra cassandra;
  private final InetSocketAddress address;
  private final int management;

  private Node(EmbeddedCassandra cassandra, InetSocketAddress address, int management) {
    this.cassandra = cassandra;
    this.address = address;
    this.management = management;
  }

  /**
   * Starts an empty node.
   *
   * @param firstPort the first port that is tried
   * @param heap the size of its heap, as an option of Java has it: 2G
   */
  public static Node start(int firstPort, String heap) throws IOException {
    deleteAll(DIRECTORY);
    InetSocketAddress address = freeAddress(firstPort);
    int management = address.getPort() + MANAGEMENT_PORTS_AWAY;
    List<String> options =
        Stream.concat(
                Stream.of(
                    "-Xms" + heap, "-Xmx" + heap, "-Dcassandra.jmx.local.port=" + management),
                OPTIONS.stream())
            .toList();
    EmbeddedCassandra cassandra =
        EmbeddedCassandra.start(DIRECTORY, address, options.toArray(String[]::new));
    return new Node(cassandra, address, management);
  }

  /** Returns host and port, as {@code CASSANDRA_CONTACT_POINTS} has them. */
  public String contactPoint() {
    return address.getHostString() + ":" + address.getPort();
  }

  /** Returns the process of the node. */
  public ProcessHandle process() {
    return ProcessHandle.of(cassandra.pid()).orElseThrow();
  }

  /** Connects to the management of the node. */
  public NodeManagement manage() throws IOException {
    return NodeManagement.connect(management);
  }

  /** Opens a session with the defaults of the driver, but for consistency and patience. */
  public static CqlSession connect(String contactPoint, String keyspace) {
    int colon = contactPoint.lastIndexOf(':');
    return CqlSession.builder()
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "LOCAL_QUORUM")
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(60))
                .build())
        .addContactPoint(
            new InetSocketAddress(
                contactPoint.substring(0, colon),
                Integer.parseInt(contactPoint.substring(colon + 1))))
        .withLocalDatacenter("datacenter1")
        .withKeyspace(keyspace)
        .build();
  }

  @Override
  public void close() {
    cassandra.close();
  }

  private static InetSocketAddress freeAddress(int first) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    for (int port = first; port < first + 100; port += 2) {
      InetSocketAddress address = new InetSocketAddress(loopback, port);
      if (Ports.isFree(address) && Ports.isFree(new InetSocketAddress(loopback, port + 1))) {
        return address;
      }
    }
    throw new IllegalStateException(
        "No two neighbouring ports are free from %d on: set -Dbenchmark.port".formatted(first));
  }

  private static void deleteAll(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }
}
