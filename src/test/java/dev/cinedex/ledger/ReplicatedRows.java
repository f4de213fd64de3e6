package dev.cinedex.ledger;

import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.TableRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows of lookup tables as Cassandra keeps them: the last write of a cell wins, and a delete
 * wins a tie.
 */
final class ReplicatedRows {
  private final List<LookupTable> tables;
  private final Map<RowKey, Row> rows = new HashMap<>();

  private record Cell(long timestamp, @Nullable Object value) {}

  private static final class Row {
    private long marker = Long.MIN_VALUE;
    private long deleted = Long.MIN_VALUE;
    private final Map<Integer, Cell> cells = new HashMap<>();
  }

  ReplicatedRows(List<LookupTable> tables) {
    this.tables = tables;
  }

  void insert(Insert insert, long timestamp) {
    Row row = rows.computeIfAbsent(insert.row().key(), key -> new Row());
    row.marker = Math.max(row.marker, timestamp);
    LookupRow replaced = insert.replaced();
    for (int i = 0; i < insert.row().values().size(); i++) {
      Object value = insert.row().values().get(i);
      if (value != null || (replaced != null && replaced.values().get(i) != null)) {
        Cell old = row.cells.get(i);
        if (old == null || old.timestamp < timestamp) {
          row.cells.put(i, new Cell(timestamp, value));
        }
      }
    }
  }

  void delete(LookupRow deleted, long timestamp) {
    Row row = rows.computeIfAbsent(deleted.key(), key -> new Row());
    row.deleted = Math.max(row.deleted, timestamp);
  }

  /** Returns whether a reader sees exactly the rows of this state. */
  boolean areThoseOf(UUID id, @Nullable EntityState state) {
    Map<RowKey, List<@Nullable Object>> expected = new HashMap<>();
    for (LookupTable table : tables) {
      TableRows.of(table, id, state).forEach((key, row) -> expected.put(key, row.values()));
    }
    return visible().equals(expected);
  }

  private Map<RowKey, List<@Nullable Object>> visible() {
    Map<RowKey, List<@Nullable Object>> visible = new HashMap<>();
    rows.forEach(
        (key, row) -> {
          if (row.marker > row.deleted) {
            visible.put(key, values(row, key.table().values().size()));
          }
        });
    return visible;
  }

  private static List<@Nullable Object> values(Row row, int columns) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      Cell cell = row.cells.get(i);
      values.add(cell == null || cell.timestamp <= row.deleted ? null : cell.value);
    }
    return values;
  }
}
