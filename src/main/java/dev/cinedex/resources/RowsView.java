package dev.cinedex.resources;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lists.WriteTimes;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.verification.EntityRepair.Repaired;
import dev.cinedex.verification.EntityRows;
import dev.cinedex.verification.EntityRows.Comparison;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The lookup rows of a movie in JSON.
 *
 * @param version the ledger's version; 0 when the movie never existed
 * @param claimedAt the time of the version; null when the movie never existed
 * @param settled whether all lookup rows of the version are known to be written
 * @param previous the movie before this version; null when there was none
 * @param repaired the number of rows that were repaired; null when none should be
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RowsView(
    UUID id,
    long version,
    @Nullable Instant claimedAt,
    boolean settled,
    @Nullable MovieView previous,
    @Nullable Integer repaired,
    List<Compared> rows) {

  static RowsView of(Comparison comparison) {
    return of(comparison, null);
  }

  static RowsView of(Repaired repaired) {
    return of(repaired.comparison(), repaired.rows());
  }

  private static RowsView of(Comparison comparison, @Nullable Integer repaired) {
    Head head = comparison.head();
    return new RowsView(
        head.entityId(),
        head.version(),
        head.version() == 0 ? null : time(head.version()),
        head.settled(),
        MovieView.before(head).orElse(null),
        repaired,
        comparison.rows().stream().map(Compared::of).toList());
  }

  private static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /**
   * One row.
   *
   * @param expected its values as they should be; null for an orphan
   * @param stored its values and version as they are; null for a missing row. Both are null when
   *     the rows before it are as large as an answer may be
   * @param writtenAt the newest write time of the columns of the stored row; null when it has none
   * @param by {@code cinedex} when each column was written at the version of the row, else {@code
   *     other}; null when no row is stored
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Compared(
      String table,
      Map<String, Object> key,
      String state,
      @Nullable Map<String, Object> expected,
      @Nullable Map<String, Object> stored,
      @Nullable Instant writtenAt,
      @Nullable String by) {

    private static Compared of(EntityRows.Compared row) {
      LookupRow expected = row.values() == null ? null : row.values().expected();
      StoredRow stored = row.values() == null ? null : row.values().stored();
      WriteTimes times = row.times();
      return new Compared(
          row.key().table().name(),
          RowColumns.key(row.key()),
          row.state().text(),
          expected == null ? null : RowColumns.values(expected),
          stored == null ? null : values(stored),
          times == null || times.newest().isEmpty() ? null : time(times.newest().getAsLong()),
          times == null ? null : times.ofVersion() ? "cinedex" : "other");
    }

    private static Map<String, Object> values(StoredRow stored) {
      Map<String, Object> values = RowColumns.values(stored.row());
      values.put("version", stored.version());
      return values;
    }
  }
}
