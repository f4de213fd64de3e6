package dev.cinedex.projection;

import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowSizes;
import dev.cinedex.lookup.TableRows;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * The rows that an entity can have in a table, counted without making them.
 *
 * @param rows their number
 * @param bytes at least the size of their values, as counted for the budget of batches
 */
record WriteSize(LookupTable table, long rows, long bytes) {

  /**
   * Counts the rows of a state.
   *
   * @param sizes measures the values
   */
  static WriteSize of(LookupTable table, UUID entityId, EntityState state, RowSizes sizes) {
    long valueBytes = sizes.of(TableRows.values(table, state)) + sizes.ofValue(Long.MAX_VALUE);
    long rows = 0;
    long bytes = 0;
    for (List<Collection<?>> columns : TableRows.keyChoices(table, entityId, state)) {
      long combinations = 1;
      long keyBytes = 0;
      for (Collection<?> choices : columns) {
        combinations *= choices.size();
        keyBytes += choices.stream().mapToLong(sizes::ofValue).max().orElse(0);
      }
      rows += combinations;
      bytes += combinations * (valueBytes + keyBytes);
    }
    return new WriteSize(table, rows, bytes);
  }
}
