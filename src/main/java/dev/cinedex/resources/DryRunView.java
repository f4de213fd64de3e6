package dev.cinedex.resources;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.ledger.Effect;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.WritePreview;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.lookup.RowSizes;
import dev.cinedex.projection.TableCost;
import dev.cinedex.projection.WritePlan;
import dev.cinedex.text.EnumText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The effect that a write, or a repair, would have, in JSON.
 *
 * @param replaces the version that it would replace; 0 when there is none
 * @param tables what it would do to each table
 */
record DryRunView(
    UUID id,
    String effect,
    long replaces,
    List<Inserted> insert,
    List<Deleted> delete,
    List<Table> tables,
    int batches,
    long bytes) {

  /**
   * A row that would be written.
   *
   * @param row all its columns; null when the rows before it are as large as an answer may be
   * @param was all columns of the row that it replaces; null when the key is new, or there is no
   *     {@code row}
   * @param key the columns of its key in place of {@code row}; else null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Inserted(
      String table,
      @Nullable Map<String, Object> row,
      @Nullable Map<String, Object> was,
      @Nullable Map<String, Object> key) {}

  record Deleted(String table, Map<String, Object> key) {}

  /**
   * What would be done to a table.
   *
   * @param maintenance {@code async} when the rows would follow after the answer
   * @param bytes the size of the values that would be sent
   */
  record Table(
      String table, String maintenance, long inserted, long rewritten, long deleted, long bytes) {

    private static Table of(TableCost cost) {
      LookupTable table = cost.table();
      return new Table(
          table.name(),
          table.maintenance().text(),
          cost.inserted(),
          cost.rewritten(),
          cost.deleted(),
          cost.bytes());
    }
  }

  /**
   * @param maxBytes the bytes of rows that are shown whole
   */
  static DryRunView of(UUID id, WritePreview preview, long maxBytes) {
    return of(id, EnumText.of(preview.effect()), preview.replaced(), preview.plan(), maxBytes);
  }

  /** Returns the effect of a repair of the rows of a version. */
  static DryRunView ofRepair(Head head, WritePlan plan, long maxBytes) {
    String effect = plan.changes().isEmpty() ? EnumText.of(Effect.UNCHANGED) : "repaired";
    return of(head.entityId(), effect, head.version(), plan, maxBytes);
  }

  private static DryRunView of(
      UUID id, String effect, long replaces, WritePlan plan, long maxBytes) {
    List<Long> batches = plan.batches();
    return new DryRunView(
        id,
        effect,
        replaces,
        inserted(plan.changes().inserts(), maxBytes),
        plan.changes().deletes().stream()
            .map(row -> new Deleted(name(row), RowColumns.key(row)))
            .toList(),
        plan.tables().stream().map(Table::of).toList(),
        batches.size(),
        batches.stream().mapToLong(Long::longValue).sum());
  }

  private static List<Inserted> inserted(List<Insert> inserts, long maxBytes) {
    RowSizes sizes = new RowSizes();
    List<Inserted> inserted = new ArrayList<>();
    long bytes = 0;
    for (Insert insert : inserts) {
      LookupRow row = insert.row();
      LookupRow was = insert.replaced();
      if (bytes < maxBytes) {
        inserted.add(
            new Inserted(
                name(row), RowColumns.all(row), was == null ? null : RowColumns.all(was), null));
      } else {
        inserted.add(new Inserted(name(row), null, null, RowColumns.key(row)));
      }
      bytes += sizes.of(row.key().values()) + sizes.of(row.values());
      bytes += was == null ? 0 : sizes.of(was.key().values()) + sizes.of(was.values());
    }
    return inserted;
  }

  private static String name(LookupRow row) {
    return row.table().name();
  }
}
