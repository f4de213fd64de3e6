package dev.cinedex.projection;

import dev.cinedex.lookup.RowChanges;
import java.util.List;
import java.util.stream.Stream;

/**
 * The statements and batches that a projection would send.
 *
 * @param tables what is done to each table, also to those that nothing is done to
 * @param batches the bytes of each batch, as counted for the budget
 */
public record WritePlan(RowChanges changes, List<TableCost> tables, List<Long> batches) {
  public static final WritePlan NOTHING = new WritePlan(RowChanges.NONE, List.of(), List.of());

  /** Returns this plan and that for other tables. */
  public WritePlan and(WritePlan other) {
    return new WritePlan(
        changes.and(other.changes),
        Stream.concat(tables.stream(), other.tables.stream()).toList(),
        Stream.concat(batches.stream(), other.batches.stream()).toList());
  }
}
