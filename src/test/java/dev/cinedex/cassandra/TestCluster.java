package dev.cinedex.cassandra;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Real nodes of one cluster, on 127.0.0.1 and up, that can be killed, paused and cut off. */
public final class TestCluster implements AutoCloseable {
  private static final int MOST_STARTS = 3;
  private static final SimpleStatement PEERS =
      SimpleStatement.newInstance("SELECT peer FROM system.peers");

  private static final SimpleStatement OF_ALL_NODES =
      SimpleStatement.newInstance("SELECT movie_id FROM movies")
          .setConsistencyLevel(ConsistencyLevel.ALL);

  private final Path directory;
  private final int size;
  private final List<InetSocketAddress> addresses = new ArrayList<>();
  private final List<EmbeddedCassandra> nodes = new ArrayList<>();

  /** Starts them one after another, in empty folders. */
  public TestCluster(Path directory, int size) throws IOException {
    this.directory = directory;
    this.size = size;
    TestCassandra.deleteAll(directory);
    Files.createDirectories(directory);
    int port = TestCassandra.freeAddress().getPort();
    try {
      for (int i = 0; i < size; i++) {
        addresses.add(new InetSocketAddress("127.0.0." + (i + 1), port));
        nodes.add(startNode(i));
      }
      awaitAllKnown();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Else a keyspace that is made now may have fewer replicas: a node learns of others by gossip.
   */
  private void awaitAllKnown() {
    try (CqlSession session = factory("none").connectWithoutKeyspace()) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .ignoreExceptionsInstanceOf(DriverException.class) // of one that is just known
          .until(
              () -> {
                Collection<Node> known = session.getMetadata().getNodes().values();
                return known.size() == size()
                    && known.stream()
                        .map(PEERS::setNode)
                        .allMatch(peers -> session.execute(peers).all().size() == size() - 1);
              });
    }
  }

  public CassandraFactory factory(String keyspace) {
    String contactPoints =
        addresses.stream()
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    return TestCassandra.factory(keyspace, contactPoints, "datacenter1");
  }

  public int size() {
    return size;
  }

  /** With SIGKILL: nothing is flushed. */
  public void kill(int node) {
    ProcessHandle process = ProcessHandle.of(nodes.get(node).pid()).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }

  /**
   * What was killed, with its data; returns when it answers clients. Tried again when the node
   * gives up, or is not there in time: the others may be in trouble, too.
   */
  public void restart(int node) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        nodes.set(node, startNode(node));
        return;
      } catch (StartupException e) {
        System.out.printf("Node %d does not start: %s%n", node + 1, e.getMessage());
        if (tries == MOST_STARTS) {
          throw e;
        }
      }
    }
  }

  /** The process stands still; its sockets stay open. */
  public void pause(int node) throws IOException {
    Signals.stop(nodes.get(node).pid());
  }

  public void resume(int node) throws IOException {
    Signals.resume(nodes.get(node).pid());
  }

  /**
   * @param direction {@code in}, {@code out} or {@code both}: the messages of other nodes that are
   *     dropped
   */
  public void cutOff(int node, String direction) throws IOException {
    write(node, direction);
  }

  public void reconnect(int node) throws IOException {
    write(node, "");
  }

  private void write(int node, String direction) throws IOException {
    Files.writeString(cutOffFile(node), direction);
    Path inForce = CutOff.inForce(cutOffFile(node));
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> Files.exists(inForce) && Files.readString(inForce).equals(direction));
  }

  /** Fails unless a node that is cut off can no longer ask the others, and later can again. */
  public void assertCutsOff(CqlSession session, int node, String direction) throws IOException {
    InetAddress address = addresses.get(node).getAddress();
    Node known =
        session.getMetadata().getNodes().values().stream()
            .filter(
                each -> each.getBroadcastRpcAddress().orElseThrow().getAddress().equals(address))
            .findFirst()
            .orElseThrow();
    awaitAnswerOfAll(session, known);
    cutOff(node, direction);
    assertThatThrownBy(() -> session.execute(OF_ALL_NODES.setNode(known)))
        .as("a node that is cut off (%s)", direction)
        .isInstanceOf(DriverException.class);
    reconnect(node);
    awaitAnswerOfAll(session, known);
  }

  private static void awaitAnswerOfAll(CqlSession session, Node node) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsInstanceOf(DriverException.class)
        .until(() -> session.execute(OF_ALL_NODES.setNode(node)).all() != null);
  }

  @Override
  public void close() {
    nodes.forEach(EmbeddedCassandra::stop);
  }

  private EmbeddedCassandra startNode(int node) throws IOException {
    Files.deleteIfExists(cutOffFile(node));
    Files.deleteIfExists(CutOff.inForce(cutOffFile(node)));
    List<String> options =
        new ArrayList<>(
            List.of(
                CutOff.jvmOption(
                    directory.resolve("cut-off" + (node + 1) + ".jar"), cutOffFile(node)),
                // As they are killed all the time, with what is fast from its start.
                "-XX:TieredStopAtLevel=1",
                // An empty cluster has nothing to stream to a new node.
                "-Dcassandra.auto_bootstrap=false"));
    if (size > 1) {
      options.addAll(TestCassandra.periodicCommitLog()); // the others have what a killed one loses
    }
    return EmbeddedCassandra.start(
        directory.resolve("node" + (node + 1)),
        addresses.get(node),
        requireNonNull(addresses.get(0)),
        options.toArray(String[]::new));
  }

  private Path cutOffFile(int node) {
    return directory.resolve("cut-off" + (node + 1));
  }
}
