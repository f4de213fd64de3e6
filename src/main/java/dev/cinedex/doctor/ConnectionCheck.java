package dev.cinedex.doctor;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;

/** Does Cassandra answer? */
record ConnectionCheck() implements Check {
  static final String NAME = "connection";

  private static final SimpleStatement PROBE =
      SimpleStatement.newInstance("SELECT key FROM system.local").setTimeout(Duration.ofSeconds(2));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isNeededByOthers() {
    return true;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    // Without a local node no query can be sent: the next check says so.
    if (!cluster.localNodes().isEmpty()) {
      cluster.session().execute(PROBE);
    }
    return CheckResult.ok(
        NAME, "Cassandra answers at %s".formatted(cluster.settings().contactPoints()));
  }
}
