package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.Tables;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class InstanceLeasesIT {
  @Test
  void eachShareHasOneLiveOwner() {
    try (CqlSession session = TestCassandra.newSession(Tables.shipped())) {
      InstanceLeases first = InstanceLeases.sweepers(session, Duration.ofMinutes(1));
      InstanceLeases second = InstanceLeases.sweepers(session, Duration.ofMinutes(1));
      InstanceLeases dying = InstanceLeases.sweepers(session, Duration.ofSeconds(2));
      first.renew();
      second.renew();
      dying.renew();

      assertThat(first.ownShares(64))
          .hasSizeBetween(21, 22)
          .doesNotContainAnyElementsOf(second.ownShares(64));

      Awaitility.await()
          .untilAsserted(
              () -> {
                assertThat(dying.ownShares(64)).isEmpty();
                assertThat(first.ownShares(64))
                    .hasSize(32)
                    .doesNotContainAnyElementsOf(second.ownShares(64));
              });
      second.leave();
      assertThat(first.ownShares(64)).hasSize(64);
    }
  }
}
