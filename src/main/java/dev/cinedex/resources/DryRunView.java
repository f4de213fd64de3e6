package dev.cinedex.resources;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.ledger.WritePreview;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.lookup.RowSizes;
import dev.cinedex.text.EnumText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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

  /**
   * A row that would be written.
   *
   * @param row all its columns; null when the rows before it are as large as an answer may be
   * @param key the columns of its key in place of {@code row}; else null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Inserted(
      String table, @Nullable Map<String, Object> row, @Nullable Map<String, Object> key) {}

  record Deleted(String table, Map<String, Object> key) {}

  /**
   * @param maxBytes the bytes of rows that are shown whole
   */
  static DryRunView of(UUID id, WritePreview preview, long maxBytes) {
    List<Long> batches = preview.plan().batches();
    return new DryRunView(
        id,
        EnumText.of(preview.effect()),
        preview.replaced(),
        inserted(preview.plan().changes().inserts(), maxBytes),
        preview.plan().changes().deletes().stream()
            .map(row -> new Deleted(name(row), RowColumns.key(row)))
            .toList(),
        batches.size(),
        batches.stream().mapToLong(Long::longValue).sum());
  }

  private static List<Inserted> inserted(List<Insert> inserts, long maxBytes) {
    RowSizes sizes = new RowSizes();
    List<Inserted> inserted = new ArrayList<>();
    long bytes = 0;
    for (Insert insert : inserts) {
      LookupRow row = insert.row();
      boolean whole = bytes < maxBytes;
      bytes += sizes.of(row.key().values()) + sizes.of(row.values());
      inserted.add(
          whole
              ? new Inserted(name(row), RowColumns.all(row), null)
              : new Inserted(name(row), null, RowColumns.key(row)));
    }
    return inserted;
  }

  private static String name(LookupRow row) {
    return row.table().name();
  }
}
