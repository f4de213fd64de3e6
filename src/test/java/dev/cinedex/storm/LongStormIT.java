package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCluster;
import dev.cinedex.storm.Storm.Trouble;
import dev.cinedex.storm.Storm.Troubles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Storms with the nodes in trouble, too: {@code mvn verify -Pstorm}. Shorter or longer by {@code
 * -Dstorm.writes.cluster=…} and {@code -Dstorm.writes.node=…}, but none ends before each kind of
 * trouble has come.
 */
@Tag("storm")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LongStormIT {
  private static final Path DIRECTORY = Path.of("target", "storm-cassandra");
  private static final Duration LIMIT = Duration.ofHours(2);
  private static final List<String> DIRECTIONS = List.of("in", "out", "both");

  @Test
  @Order(1)
  void threeNodesThatAreKilledPausedAndCutOff() throws Exception {
    try (TestCluster cluster = new TestCluster(DIRECTORY, 3);
        Storm storm = new Storm(cluster.factory("storm"), Storm.CLIENTS)) {
      try (CqlSession session = cluster.factory("storm").connect()) {
        assertThat(session.getMetadata().getKeyspace("storm").orElseThrow().getReplication())
            .containsEntry("datacenter1", "3");
        for (String direction : DIRECTIONS) {
          cluster.assertCutsOff(session, 2, direction);
        }
      }
      List<Trouble> ofNodes = new ArrayList<>(List.of(kill(cluster), pause(cluster)));
      DIRECTIONS.forEach(direction -> ofNodes.add(cutOff(cluster, direction)));
      storm.rage(
          until(Integer.getInteger("storm.writes.cluster", 20_000)),
          new Troubles(20, 40, ofServices(storm)),
          // the calm is for getting over the one before
          new Troubles(15, 30, ofNodes));
      checkLater(storm);
    }
  }

  @Test
  @Order(2)
  void oneNodeThatIsKilledAndPaused() throws Exception {
    try (TestCluster cluster = new TestCluster(DIRECTORY, 1);
        Storm storm = new Storm(cluster.factory("storm"), Storm.CLIENTS)) {
      storm.rage(
          until(Integer.getInteger("storm.writes.node", 200_000)),
          // seldom: a process that was just started is slow for a minute
          new Troubles(60, 180, ofServices(storm)),
          new Troubles(120, 240, List.of(kill(cluster), pause(cluster))));
      checkLater(storm);
    }
  }

  private static Predicate<Storm> until(int writes) {
    Instant end = Instant.now().plus(LIMIT);
    return storm -> {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError(
            "Only %d of %d writes after %s".formatted(storm.acknowledged(), writes, LIMIT));
      }
      return storm.acknowledged() >= writes;
    };
  }

  /** Most pauses are shorter than the sweeper's grace, some longer. */
  private static List<Trouble> ofServices(Storm storm) {
    Trouble kill =
        new Trouble(
            "services killed", random -> storm.services().killAndRestart(random.nextInt(2)));
    Trouble pause =
        new Trouble(
            "services paused",
            random -> {
              int service = random.nextInt(2);
              storm.services().pause(service);
              seconds(random, 1, 45);
              storm.services().resume(service);
            });
    return List.of(kill, kill, pause);
  }

  private static Trouble kill(TestCluster cluster) {
    return new Trouble(
        "nodes killed",
        random -> {
          int node = random.nextInt(cluster.size());
          cluster.kill(node);
          seconds(random, 0, 10);
          cluster.restart(node);
        });
  }

  private static Trouble pause(TestCluster cluster) {
    return new Trouble(
        "nodes paused",
        random -> {
          int node = random.nextInt(cluster.size());
          cluster.pause(node);
          seconds(random, 1, 15);
          cluster.resume(node);
        });
  }

  private static Trouble cutOff(TestCluster cluster, String direction) {
    return new Trouble(
        "nodes cut off (" + direction + ")",
        random -> {
          int node = random.nextInt(cluster.size());
          cluster.cutOff(node, direction);
          seconds(random, 3, 20);
          cluster.reconnect(node);
        });
  }

  /** When Cassandra has replayed what its nodes had logged. */
  private static void checkLater(Storm storm) throws InterruptedException {
    TimeUnit.MINUTES.sleep(1);
    storm.checkAgain();
  }

  private static void seconds(Random random, int least, int most) throws InterruptedException {
    Thread.sleep(1000L * (least + random.nextInt(most - least + 1)));
  }
}
