package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCluster;
import dev.cinedex.storm.Storm.Troubles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Storms with the nodes in trouble, too: {@code mvn verify -Pstorm}. Shorter or longer by {@code
 * -Dstorm.writes.cluster=…} and {@code -Dstorm.writes.node=…}.
 */
@Tag("storm")
class LongStormIT {
  private static final Path DIRECTORY = Path.of("target", "storm-cassandra");
  private static final Duration LIMIT = Duration.ofHours(2);

  @Test
  void threeNodesThatAreKilledPausedAndCutOff() throws Exception {
    try (TestCluster cluster = new TestCluster(DIRECTORY, 3);
        Storm storm = new Storm(cluster.factory("storm"))) {
      assertThat(replication(cluster)).containsEntry("datacenter1", "3");
      storm.rage(
          until(Integer.getInteger("storm.writes.cluster", 20_000)),
          new Troubles(20, 40, random -> serviceTrouble(storm, random)),
          // the calm is for getting over the one before
          new Troubles(15, 30, random -> nodeTrouble(cluster, random)));
    }
  }

  @Test
  void oneNodeThatIsKilledAndPaused() throws Exception {
    try (TestCluster cluster = new TestCluster(DIRECTORY, 1);
        Storm storm = new Storm(cluster.factory("storm"))) {
      storm.rage(
          until(Integer.getInteger("storm.writes.node", 200_000)),
          // seldom: a process that was just started is slow for a minute
          new Troubles(60, 180, random -> serviceTrouble(storm, random)),
          new Troubles(
              120,
              240,
              random ->
                  random.nextBoolean() ? kill(cluster, 0, random) : pause(cluster, 0, random)));
    }
  }

  private static Map<String, String> replication(TestCluster cluster) {
    try (CqlSession session = cluster.factory("storm").connect()) {
      return session.getMetadata().getKeyspace("storm").orElseThrow().getReplication();
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

  private static String serviceTrouble(Storm storm, Random random)
      throws IOException, InterruptedException {
    int service = random.nextInt(2);
    if (random.nextInt(3) > 0) {
      storm.services().killAndRestart(service);
      return "services killed";
    }
    storm.services().pause(service);
    seconds(random, 1, 10);
    storm.services().resume(service);
    return "services paused";
  }

  private static String nodeTrouble(TestCluster cluster, Random random)
      throws IOException, InterruptedException {
    int node = random.nextInt(cluster.size());
    return switch (random.nextInt(3)) {
      case 0 -> kill(cluster, node, random);
      case 1 -> pause(cluster, node, random);
      default -> {
        String direction = List.of("in", "out", "both").get(random.nextInt(3));
        cluster.cutOff(node, direction);
        seconds(random, 3, 20);
        cluster.reconnect(node);
        yield "nodes cut off (" + direction + ")";
      }
    };
  }

  private static String kill(TestCluster cluster, int node, Random random)
      throws IOException, InterruptedException {
    cluster.kill(node);
    seconds(random, 0, 10);
    cluster.restart(node);
    return "nodes killed";
  }

  private static String pause(TestCluster cluster, int node, Random random)
      throws IOException, InterruptedException {
    cluster.pause(node);
    seconds(random, 1, 15);
    cluster.resume(node);
    return "nodes paused";
  }

  private static void seconds(Random random, int least, int most) throws InterruptedException {
    Thread.sleep(1000L * (least + random.nextInt(most - least + 1)));
  }
}
