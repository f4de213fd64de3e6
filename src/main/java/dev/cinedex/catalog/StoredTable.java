package dev.cinedex.catalog;

import dev.cinedex.entity.EntityType;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.LookupTables;
import dev.cinedex.lookup.Maintenance;
import dev.cinedex.lookup.TableDefinition;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table as the catalog has it.
 *
 * @param definition what a row of the table is, as {@link LookupTable#definition} writes it
 * @param maintenance when its rows are written, if the configuration of an instance does not say
 * @param jobId the last job on the table; null before the first
 * @param verifiedAt when the last job began that compared the whole table with the ledger and left
 *     no difference; null before the first
 */
record StoredTable(
    String definition,
    Maintenance maintenance,
    TableState state,
    @Nullable UUID jobId,
    @Nullable Instant verifiedAt) {

  /** Returns the table that the definition makes, with the maintenance of the catalog. */
  LookupTable table(EntityType entity, String name) {
    return table(entity, name, maintenance);
  }

  /** Returns the table that the definition makes, with rows that are written at another time. */
  LookupTable table(EntityType entity, String name, Maintenance other) {
    return LookupTables.of(entity, name, TableDefinition.read(definition).withMaintenance(other));
  }

  /** Returns whether the table has all its rows. */
  boolean isBuilt() {
    return state == TableState.READY || state == TableState.RETIRED;
  }

  boolean isPresent() {
    return state != TableState.DROPPED;
  }
}
