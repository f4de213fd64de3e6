package dev.cinedex.ledger;

import java.util.UUID;

/** A way to write entities. */
@FunctionalInterface
public interface Writes {
  /**
   * Writes an entity.
   *
   * @throws com.datastax.oss.driver.api.core.DriverException when Cassandra did not answer
   * @throws dev.cinedex.errors.CinedexException when the entity cannot be written
   */
  Written write(UUID entityId, Change change);
}
