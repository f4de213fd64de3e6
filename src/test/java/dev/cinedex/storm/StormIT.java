package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.storm.Storm.Trouble;
import dev.cinedex.storm.Storm.Troubles;
import dev.cinedex.testing.ThoroughTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A storm on one node, in which one of the services is killed again and again. */
class StormIT {
  private static final Duration SHORT = Duration.ofSeconds(6);

  /** So few that a service that starts beside them has the processors. */
  private static final int FEW = 4;

  private static final Duration LONG = Duration.ofSeconds(Integer.getInteger("storm.seconds", 60));

  @Test
  void aShortStormLosesNoAcknowledgedWriteAndLeavesNoRowBehind() throws Exception {
    storm(SHORT, 3, FEW, Storm::settleAtTheEnd);
  }

  /** Takes a minute, or {@code -Dstorm.seconds=…}; the sweepers settle what is left. */
  @ThoroughTest
  void aLongStormLosesNoAcknowledgedWriteAndLeavesNoRowBehind() throws Exception {
    storm(LONG, 5, Storm.CLIENTS, storm -> {});
  }

  /**
   * @param calm the seconds before each kill
   */
  private static void storm(Duration length, int calm, int clients, Consumer<Storm> preparation)
      throws Exception {
    try (Storm storm = new Storm(TestCassandra.factory(TestCassandra.newKeyspace()), clients)) {
      preparation.accept(storm);
      Instant end = Instant.now().plus(length);

      storm.rage(
          now -> Instant.now().isAfter(end),
          new Troubles(
              calm,
              calm,
              List.of(
                  new Trouble("services killed", random -> storm.services().killAndRestart(1)))));

      assertThat(storm.acknowledged()).isGreaterThan((int) (length.toSeconds() * 3));
    }
  }
}
