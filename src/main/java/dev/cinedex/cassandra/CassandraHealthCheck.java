package dev.cinedex.cassandra;

import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;

/** Healthy while a quorum of the catalog's replicas answers. */
public final class CassandraHealthCheck extends HealthCheck {
  private static final SimpleStatement READ =
      SimpleStatement.newInstance(
              "SELECT schema_owner FROM lookup_tables WHERE catalog = 'lookups'")
          .setTimeout(Duration.ofSeconds(4));

  private final CqlSession session;

  public CassandraHealthCheck(CqlSession session) {
    this.session = session;
  }

  @Override
  protected Result check() {
    try {
      session.execute(READ);
      return Result.healthy();
    } catch (DriverException e) {
      return Result.unhealthy("Cassandra does not answer: " + e.getMessage());
    }
  }
}
