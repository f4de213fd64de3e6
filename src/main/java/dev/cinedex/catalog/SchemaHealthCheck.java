package dev.cinedex.catalog;

import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.errors.StartupException;

/**
 * Reports that the schema is healthy while Cinedex's own tables and the lookup tables that can be
 * read are there, with all their columns.
 */
final class SchemaHealthCheck extends HealthCheck {
  private final CqlSession session;
  private final Schema schema;
  private final Catalog catalog;

  SchemaHealthCheck(CqlSession session, Schema schema, Catalog catalog) {
    this.session = session;
    this.schema = schema;
    this.catalog = catalog;
  }

  @Override
  protected Result check() {
    try {
      schema.requireTables(session, catalog.lastKnown().readable());
      return Result.healthy();
    } catch (StartupException | DriverException e) {
      return Result.unhealthy(e.getMessage());
    }
  }
}
