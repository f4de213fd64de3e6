package dev.cinedex.embedded;

import dev.cinedex.errors.StartupException;
import io.dropwizard.lifecycle.Managed;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real single-node Cassandra for development and tests, in a child JVM with its own class path,
 * which the build writes to {@value #CLASS_PATH_FILE}. The node listens on one loopback address and
 * keeps its data between starts. It stops when this process ends, however it ends.
 */
public final class EmbeddedCassandra implements Managed, AutoCloseable {
  /** The file in which the build lists the server's jars, one per line. */
  public static final String CLASS_PATH_FILE = "target/cassandra.classpath";

  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final int CONNECT_TIMEOUT_MILLIS = 1000;
  private static final int POLL_MILLIS = 100;

  private final Process process;
  private final NodeFiles files;

  private EmbeddedCassandra(Process process, NodeFiles files) {
    this.process = process;
    this.files = files;
  }

  /**
   * Starts a node and waits until it accepts connections.
   *
   * @param directory directory for the node's data, configuration and log; created if missing
   * @param contactPoint loopback address and CQL port; the node also uses the next port
   * @param jvmOptions additional options of the child JVM
   * @throws StartupException when the node cannot start
   */
  public static EmbeddedCassandra start(
      Path directory, InetSocketAddress contactPoint, String... jvmOptions) {
    return start(directory, contactPoint, contactPoint, jvmOptions);
  }

  /**
   * Starts a node of a cluster on several loopback addresses, as {@link #start(Path,
   * InetSocketAddress, String...)} does.
   *
   * @param seed contact point of the cluster's first node
   */
  public static EmbeddedCassandra start(
      Path directory,
      InetSocketAddress contactPoint,
      InetSocketAddress seed,
      String... jvmOptions) {
    NodeChecks.requireJava();
    InetSocketAddress address = NodeChecks.requireLoopback(contactPoint);
    NodeChecks.requireFreePorts(address);
    NodeFiles files = new NodeFiles(directory);
    try {
      NodeChecks.requireSpace(Files.createDirectories(files.home()));
      files.write(address, NodeChecks.requireLoopback(seed));
      Process process =
          new ProcessBuilder(NodeCommand.of(files, Path.of(CLASS_PATH_FILE), List.of(jvmOptions)))
              .redirectErrorStream(true)
              .redirectOutput(files.log().toFile())
              .start();
      EmbeddedCassandra node = new EmbeddedCassandra(process, files);
      node.awaitConnections(address);
      return node;
    } catch (IOException e) {
      throw new StartupException(
          "The embedded Cassandra cannot be started in %s: %s".formatted(files.home(), e), e);
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Stops the node and waits until it has ended; keeps its data. */
  @Override
  public void stop() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  @Override
  public void close() {
    stop();
  }

  private void awaitConnections(InetSocketAddress address) {
    Instant deadline = Instant.now().plus(START_LIMIT);
    while (!accepts(address)) {
      if (!process.isAlive()) {
        throw new StartupException(
            "The embedded Cassandra stopped while starting (exit code %d): %s. See %s"
                .formatted(process.exitValue(), files.lastError(), files.log()));
      }
      if (Instant.now().isAfter(deadline)) {
        stop();
        throw new StartupException(
            "The embedded Cassandra did not start within %d s: see %s"
                .formatted(START_LIMIT.toSeconds(), files.log()));
      }
      pause();
    }
  }

  private static boolean accepts(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void pause() {
    try {
      process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
      throw new StartupException("Interrupted while the embedded Cassandra started", e);
    }
  }
}
