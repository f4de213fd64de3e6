package dev.cinedex.catalog;

import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.errors.StartupException;

/**
 * Reports that the schema is healthy while Cinedex's own tables and the lookup tables are there,
 * with all their columns. A write needs all of them.
 */
public final class SchemaHealthCheck extends HealthCheck {
  private final CqlSession session;
  private final Schema schema;
  private final Catalog catalog;

  private SchemaHealthCheck(CqlSession session, Schema schema, Catalog catalog) {
    this.session = session;
    this.schema = schema;
    this.catalog = catalog;
  }

  /**
   * Makes the check.
   *
   * @param catalog has the lookup tables
   */
  public static SchemaHealthCheck of(CqlSession session, Schema schema, Catalog catalog) {
    return new SchemaHealthCheck(session, schema, catalog);
  }

  @Override
  protected Result check() {
    try {
      schema.requireTables(session, catalog.lastKnown().tables());
      return Result.healthy();
    } catch (StartupException | DriverException e) {
      return Result.unhealthy(e.getMessage());
    }
  }
}
