package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.storm.Storm.Trouble;
import dev.cinedex.storm.Storm.Troubles;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A minute of storm on one node, in which one of the services is killed again and again. */
class StormIT {
  private static final Duration LENGTH =
      Duration.ofSeconds(Integer.getInteger("storm.seconds", 60));

  @Test
  void noAcknowledgedWriteIsLostAndNoRowIsLeftBehind() throws Exception {
    try (Storm storm = new Storm(TestCassandra.factory(TestCassandra.newKeyspace()))) {
      Instant end = Instant.now().plus(LENGTH);

      storm.rage(
          now -> Instant.now().isAfter(end),
          new Troubles(
              5,
              5,
              List.of(
                  new Trouble("services killed", random -> storm.services().killAndRestart(1)))));

      assertThat(storm.acknowledged()).isGreaterThan(200);
    }
  }
}
