package dev.cinedex.verification;

import dev.cinedex.cassandra.Parallel;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Compares the lookup rows that a movie should have with those that are there. */
public final class EntityRows {
  private static final int PARALLEL_READS = 32;

  /** Comparisons of a movie that is being written. */
  private static final int MOST_COMPARISONS = 3;

  private final Ledger ledger;
  private final LookupRows reader;
  private final Catalog catalog;

  public EntityRows(Ledger ledger, LookupRows reader, Catalog catalog) {
    this.ledger = ledger;
    this.reader = reader;
    this.catalog = catalog;
  }

  /** What is the matter with a row. */
  public enum State {
    OK,
    /** It should be there. */
    MISSING,
    /** It is there with other values. */
    STALE,
    /** It should not be there. */
    ORPHANED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static State of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * @param expected null of an orphan
   * @param stored null of a missing row
   */
  public record ComparedRow(State state, @Nullable LookupRow expected, @Nullable StoredRow stored) {

    static ComparedRow of(@Nullable LookupRow expected, @Nullable StoredRow stored) {
      if (expected == null) {
        return new ComparedRow(State.ORPHANED, null, stored);
      }
      if (stored == null) {
        return new ComparedRow(State.MISSING, expected, null);
      }
      return new ComparedRow(
          expected.equals(stored.row()) ? State.OK : State.STALE, expected, stored);
    }
  }

  /**
   * @param head what was compared with; when it is not settled its writer may be at work
   */
  public record Comparison(Head head, List<ComparedRow> rows) {}

  /**
   * @param everywhere whether to look for orphans in all rows of all tables, which takes as long as
   *     reading them; else only where the movie was before its last version
   */
  public Comparison compare(UUID movieId, boolean everywhere) {
    for (int attempt = 1; ; attempt++) {
      Head head = ledger.readSerial(movieId);
      List<ComparedRow> rows = compare(head, everywhere);
      boolean moved = ledger.readSerial(movieId).version() != head.version();
      if (!moved || attempt == MOST_COMPARISONS) {
        return new Comparison(head, rows);
      }
    }
  }

  private List<ComparedRow> compare(Head head, boolean everywhere) {
    List<ComparedRow> compared = new ArrayList<>();
    for (LookupTable table : catalog.lastKnown().tables()) {
      Map<RowKey, LookupRow> expected = table.rowsOf(head.entityId(), head.state());
      Map<RowKey, LookupRow> candidates = new LinkedHashMap<>(expected);
      candidates.putAll(table.rowsOf(head.entityId(), head.previous()));
      Map<RowKey, StoredRow> stored = new LinkedHashMap<>();
      Parallel.map(List.copyOf(candidates.keySet()), PARALLEL_READS, reader::find).stream()
          .flatMap(Optional::stream)
          .forEach(row -> stored.put(row.row().key(), row));
      if (everywhere) {
        reader.scan(table, head.entityId()).forEach(row -> stored.put(row.row().key(), row));
      }
      expected.forEach((key, row) -> compared.add(ComparedRow.of(row, stored.remove(key))));
      stored.values().forEach(orphan -> compared.add(ComparedRow.of(null, orphan)));
    }
    return compared;
  }
}
