package dev.cinedex.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.testing.ThoroughTest;
import java.nio.file.Path;

/** What the embedded node keeps when it is killed. */
class DurabilityIT {
  private static final int ROWS = 1_000;

  @ThoroughTest
  void anAcknowledgedWriteSurvivesAKilledNode() throws Exception {
    try (TestCluster cluster = new TestCluster(Path.of("target", "durability-cassandra"), 1)) {
      try (CqlSession session = cluster.factory("system").connectWithoutKeyspace()) {
        session.execute(
            "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor':"
                + " 1}");
        session.execute("CREATE TABLE k.t (id int PRIMARY KEY)");
        for (int i = 0; i < ROWS; i++) {
          session.execute("INSERT INTO k.t (id) VALUES (?)", i);
        }
        cluster.kill(0); // at once after the last answer
      }
      cluster.restart(0);

      try (CqlSession session = cluster.factory("k").connect()) {
        assertThat(session.execute("SELECT id FROM t").all()).hasSize(ROWS);
      }
    }
  }
}
