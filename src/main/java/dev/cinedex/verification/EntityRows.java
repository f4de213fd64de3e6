package dev.cinedex.verification;

import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lists.TimedRow;
import dev.cinedex.lists.WriteTimes;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.TableRows;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reports the lookup rows that one entity should have, and those that are stored. */
public final class EntityRows {
  private static final int PARALLEL_READS = 16;

  /** Comparisons of an entity that is being written; the last one is reported as it is. */
  private static final int MAX_COMPARISONS = 3;

  private final Ledger ledger;
  private final LookupRows rows;
  private final Catalog catalog;
  private final long maxBytes;

  /**
   * @param maxBytes the bytes of rows that are as they should be, and those of rows that differ,
   *     that a comparison holds; of the rows after them it has the keys alone
   */
  public EntityRows(Ledger ledger, LookupRows rows, Catalog catalog, long maxBytes) {
    this.ledger = ledger;
    this.rows = rows;
    this.catalog = catalog;
    this.maxBytes = maxBytes;
  }

  /** The places where orphaned rows are looked for. */
  public enum Search {
    /** The keys of the entity's last version and of the one before it. */
    KEYS,
    /** Every row of every table, which takes as long as reading the tables. */
    TABLES
  }

  /**
   * The rows of one entity.
   *
   * @param head the version that the rows were compared with; if it is not settled, its writer may
   *     still be writing them
   */
  public record Comparison(Head head, List<Compared> rows) {}

  /**
   * One row of an entity.
   *
   * @param values the row as it should be, and as it is; null when the rows before it that differ,
   *     or do not differ, as this one, are as large as a comparison may be
   * @param times when the row that is stored was written; null when none is
   */
  public record Compared(
      RowKey key, RowState state, @Nullable ComparedRow values, @Nullable WriteTimes times) {}

  /** Returns the tables that are compared. */
  List<LookupTable> tables() {
    return catalog.lastKnown().tables();
  }

  public Comparison compare(UUID entityId, Search search) {
    for (int comparison = 1; ; comparison++) {
      Head head = ledger.readSerial(entityId);
      OneComparison compared = new OneComparison(head);
      for (LookupTable table : tables()) {
        compared.add(table, search);
      }
      boolean unchanged = ledger.readSerial(entityId).version() == head.version();
      if (unchanged || comparison == MAX_COMPARISONS) {
        return new Comparison(head, compared.result);
      }
    }
  }

  /** Compares the rows of one version, and keeps as many of them as are allowed. */
  private final class OneComparison {
    private final Head head;
    private final List<Compared> result = new ArrayList<>();
    private long right;
    private long wrong;

    OneComparison(Head head) {
      this.head = head;
    }

    void add(LookupTable table, Search search) {
      Map<RowKey, LookupRow> expected = TableRows.of(table, head.entityId(), head.state());
      Set<RowKey> keys = new LinkedHashSet<>(expected.keySet());
      keys.addAll(TableRows.of(table, head.entityId(), head.previous()).keySet());
      for (List<RowKey> some : Iterables.partition(keys, PARALLEL_READS)) {
        List<Optional<TimedRow>> stored = Parallel.map(some, PARALLEL_READS, rows::findTimed);
        for (int i = 0; i < stored.size(); i++) {
          add(some.get(i), expected.get(some.get(i)), stored.get(i));
        }
      }
      if (search == Search.TABLES) {
        for (StoredRow row : rows.scan(table, head.entityId())) {
          if (!keys.contains(row.key())) {
            add(row.key(), null, Parallel.one(rows.findTimed(row.key())));
          }
        }
      }
    }

    private void add(RowKey key, @Nullable LookupRow expected, Optional<TimedRow> stored) {
      if (expected == null && stored.isEmpty()) {
        return;
      }
      ComparedRow row = ComparedRow.of(expected, stored.map(TimedRow::row).orElse(null));
      WriteTimes times = stored.map(TimedRow::times).orElse(null);
      boolean isRight = row.state() == RowState.OK;
      boolean hasRoom = (isRight ? right : wrong) < maxBytes;
      result.add(new Compared(key, row.state(), hasRoom ? row : null, times));
      if (isRight) {
        right += row.bytes();
      } else {
        wrong += row.bytes();
      }
    }
  }
}
