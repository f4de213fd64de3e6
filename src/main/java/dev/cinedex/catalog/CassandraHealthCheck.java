package dev.cinedex.catalog;

import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;

/** Reports that Cassandra is healthy while a quorum of the catalog's replicas answers. */
public final class CassandraHealthCheck extends HealthCheck {
  private final CatalogDao catalog;

  public CassandraHealthCheck(CqlSession session) {
    this.catalog = CatalogMapper.of(session).catalog();
  }

  @Override
  protected Result check() {
    try {
      catalog.probe();
      return Result.healthy();
    } catch (DriverException e) {
      return Result.unhealthy("Cassandra does not answer: " + e.getMessage());
    }
  }
}
