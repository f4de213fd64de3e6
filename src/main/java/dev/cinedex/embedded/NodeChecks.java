package dev.cinedex.embedded;

import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The checks before the start of an embedded node. Each one throws a {@link StartupException} that
 * says what to change, before the user has waited for the node.
 */
final class NodeChecks {
  private static final int JAVA_VERSION = 17;
  private static final long MIN_FREE_BYTES = 512L << 20;

  private NodeChecks() {}

  static void requireJava() {
    int version = Runtime.version().feature();
    if (version != JAVA_VERSION) {
      throw new StartupException(
          "The embedded Cassandra 5.0 needs JDK %d, but this is JDK %d: set JAVA_HOME to a JDK %d, or CASSANDRA_EMBEDDED=false to use another Cassandra"
              .formatted(JAVA_VERSION, version, JAVA_VERSION));
    }
  }

  /** Returns the contact point with its host name resolved to a loopback address. */
  static InetSocketAddress requireLoopback(InetSocketAddress contactPoint) {
    InetSocketAddress address =
        new InetSocketAddress(contactPoint.getHostString(), contactPoint.getPort());
    if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
      throw new StartupException(
          "CASSANDRA_EMBEDDED is true, but CASSANDRA_CONTACT_POINTS names %s: set CASSANDRA_EMBEDDED=false to use the Cassandra there"
              .formatted(address.getHostString()));
    }
    return address;
  }

  /**
   * @param address address and CQL port of the node, which uses the next port for its own traffic
   */
  static void requireFreePorts(InetSocketAddress address) {
    Ports.requireFree(
        address,
        "CASSANDRA_CONTACT_POINTS",
        "or CASSANDRA_EMBEDDED=false to use the Cassandra there");
    Ports.requireFree(
        new InetSocketAddress(address.getAddress(), address.getPort() + 1),
        "CASSANDRA_CONTACT_POINTS",
        "the embedded node also needs the port after its CQL port");
  }

  static void requireSpace(Path directory) throws IOException {
    long free = Files.getFileStore(directory).getUsableSpace();
    if (free < MIN_FREE_BYTES) {
      throw new StartupException(
          "The disk of %s has %d MiB left, but the embedded Cassandra needs %d MiB: free some space"
              .formatted(directory, free >> 20, MIN_FREE_BYTES >> 20));
    }
  }
}
