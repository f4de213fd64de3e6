package dev.cinedex.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A doctor examines two nodes whose settings differ. */
@Tag("thorough")
class DoctorNodesIT {
  private static final int PORT = TestCassandra.freeAddress().getPort();
  private static final InetSocketAddress FIRST = address(1);
  private static final InetSocketAddress SECOND = address(2);

  private final CassandraFactory cassandra =
      TestCassandra.factory("movies", "127.0.0.1:" + PORT, "datacenter1");
  private final Schema schema = new Schema(cassandra, Movie.ENTITY, Tables.shipped());
  private final Doctor doctor = new Doctor(cassandra, schema, Movie.ENTITY);
  @TempDir private Path directory;
  private EmbeddedCassandra first;
  private EmbeddedCassandra second;

  @BeforeEach
  void start() {
    first = node("node1", FIRST, "v2", "50KiB");
    second = node("node2", SECOND, "v1", "20KiB");
  }

  private static InetSocketAddress address(int node) {
    return new InetSocketAddress("127.0.0." + node, PORT);
  }

  private EmbeddedCassandra node(
      String name, InetSocketAddress address, String paxos, String threshold) {
    return EmbeddedCassandra.start(
        directory.resolve(name),
        address,
        FIRST,
        "-XX:TieredStopAtLevel=1",
        "-Dcassandra.auto_bootstrap=false",
        "-Dcassandra.config.allow_system_properties=true",
        "-Dcassandra.settings.paxos_variant=" + paxos,
        "-Dcassandra.settings.batch_size_fail_threshold=" + threshold);
  }

  @AfterEach
  void stop() {
    second.stop();
    first.stop();
  }

  @Test
  void eachNodeTellsItsOwnSettings() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> named(doctor.examine(), "datacenter").found().contains("2 of 2"));
    schema.apply(created -> {});
    String one = "127.0.0.1:" + PORT;
    String two = "127.0.0.2:" + PORT;

    List<CheckResult> results = doctor.examine();

    assertThat(named(results, "paxos").level()).isEqualTo(Level.WARNING);
    assertThat(named(results, "paxos").found()).contains("v1 on " + two + "; v2 on " + one);
    assertThat(named(results, "batch_size").level()).isEqualTo(Level.WARNING);
    assertThat(named(results, "batch_size").meaning()).contains("threshold of " + two);
    assertThat(named(results, "replication").found()).contains("replicas 2, nodes 2");

    try (CqlSession session = cassandra.connectWithoutKeyspace()) {
      session.execute(
          "ALTER KEYSPACE movies WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
    }
    CheckResult tooMany = named(doctor.examine(), "replication");
    assertThat(tooMany.level()).isEqualTo(Level.ERROR);
    assertThat(tooMany.meaning()).contains("fewer nodes in 'datacenter1' than replicas");
  }

  @Test
  void aNodeThatIsDownIsNamed() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> named(doctor.examine(), "datacenter").found().contains("2 of 2"));
    try (CqlSession session = cassandra.connectWithoutKeyspace()) {
      second.stop();

      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> named(doctor.examine(session), "datacenter").level() == Level.WARNING);
      List<CheckResult> results = doctor.examine(session);
      assertThat(named(results, "datacenter").found())
          .isEqualTo("datacenter1: 1 of 2 nodes are up. Not up: 127.0.0.2:" + PORT);
      assertThat(named(results, "paxos").found()).isEqualTo("paxos_variant: v2 on each node");
    }
  }

  private static CheckResult named(List<CheckResult> results, String check) {
    return results.stream()
        .filter(result -> result.check().equals(check))
        .findFirst()
        .orElseThrow();
  }
}
