package dev.cinedex.resources;

import dev.cinedex.ledger.WritePreview;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.text.EnumText;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The effect that a write would have, in JSON.
 *
 * @param replaces the version that it would replace; 0 when there is none
 */
record DryRunView(
    UUID id,
    String effect,
    long replaces,
    List<Inserted> insert,
    List<Deleted> delete,
    int batches,
    long bytes) {

  record Inserted(String table, Map<String, Object> row) {}

  record Deleted(String table, Map<String, Object> key) {}

  static DryRunView of(UUID id, WritePreview preview) {
    List<Long> batches = preview.plan().batches();
    return new DryRunView(
        id,
        EnumText.of(preview.effect()),
        preview.replaced(),
        preview.plan().changes().inserts().stream()
            .map(Insert::row)
            .map(row -> new Inserted(name(row), RowColumns.all(row)))
            .toList(),
        preview.plan().changes().deletes().stream()
            .map(row -> new Deleted(name(row), RowColumns.key(row)))
            .toList(),
        batches.size(),
        batches.stream().mapToLong(Long::longValue).sum());
  }

  private static String name(LookupRow row) {
    return row.table().name();
  }
}
