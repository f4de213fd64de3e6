package dev.cinedex.resources;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.verification.EntityRows;
import dev.cinedex.verification.EntityRows.Comparison;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The lookup rows of a movie in JSON.
 *
 * @param version the ledger's version; 0 when the movie never existed
 * @param settled whether all lookup rows of the version are known to be written
 */
record RowsView(UUID id, long version, boolean settled, List<Compared> rows) {

  static RowsView of(Comparison comparison) {
    Head head = comparison.head();
    return new RowsView(
        head.entityId(),
        head.version(),
        head.settled(),
        comparison.rows().stream().map(Compared::of).toList());
  }

  /**
   * One row.
   *
   * @param expected its values as they should be; null for an orphan
   * @param stored its values and version as they are; null for a missing row. Both are null when
   *     the rows before it are as large as an answer may be
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Compared(
      String table,
      Map<String, Object> key,
      String state,
      @Nullable Map<String, Object> expected,
      @Nullable Map<String, Object> stored) {

    private static Compared of(EntityRows.Compared row) {
      LookupRow expected = row.values() == null ? null : row.values().expected();
      StoredRow stored = row.values() == null ? null : row.values().stored();
      return new Compared(
          row.key().table().name(),
          RowColumns.key(row.key()),
          row.state().text(),
          expected == null ? null : RowColumns.values(expected),
          stored == null ? null : values(stored));
    }

    private static Map<String, Object> values(StoredRow stored) {
      Map<String, Object> values = RowColumns.values(stored.row());
      values.put("version", stored.version());
      return values;
    }
  }
}
