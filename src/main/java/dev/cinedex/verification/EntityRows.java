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
import dev.cinedex.lookup.TableRows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reports the lookup rows that one entity should have, and those that are stored. */
public final class EntityRows {
  private static final int PARALLEL_READS = 32;

  /** Comparisons of an entity that is being written; the last one is reported as it is. */
  private static final int MAX_COMPARISONS = 3;

  private final Ledger ledger;
  private final LookupRows rows;
  private final Catalog catalog;

  public EntityRows(Ledger ledger, LookupRows rows, Catalog catalog) {
    this.ledger = ledger;
    this.rows = rows;
    this.catalog = catalog;
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
  public record Comparison(Head head, List<ComparedRow> rows) {}

  public Comparison compare(UUID entityId, Search search) {
    for (int comparison = 1; ; comparison++) {
      Head head = ledger.readSerial(entityId);
      List<ComparedRow> compared = new ArrayList<>();
      for (LookupTable table : catalog.lastKnown().tables()) {
        compared.addAll(compare(head, table, search));
      }
      boolean unchanged = ledger.readSerial(entityId).version() == head.version();
      if (unchanged || comparison == MAX_COMPARISONS) {
        return new Comparison(head, compared);
      }
    }
  }

  private List<ComparedRow> compare(Head head, LookupTable table, Search search) {
    Map<RowKey, LookupRow> expected = TableRows.of(table, head.entityId(), head.state());
    Map<RowKey, StoredRow> stored = stored(head, table);
    if (search == Search.TABLES) {
      rows.scan(table, head.entityId()).forEach(row -> stored.put(row.key(), row));
    }
    List<ComparedRow> compared = new ArrayList<>();
    expected.forEach((key, row) -> compared.add(ComparedRow.of(row, stored.remove(key))));
    stored.values().forEach(orphan -> compared.add(ComparedRow.of(null, orphan)));
    return compared;
  }

  /** Returns the stored rows at the keys of the last version and of the one before it. */
  private Map<RowKey, StoredRow> stored(Head head, LookupTable table) {
    Map<RowKey, LookupRow> candidates =
        new LinkedHashMap<>(TableRows.of(table, head.entityId(), head.state()));
    candidates.putAll(TableRows.of(table, head.entityId(), head.previous()));
    List<RowKey> keys = List.copyOf(candidates.keySet());
    Map<RowKey, StoredRow> stored = new LinkedHashMap<>();
    Parallel.map(keys, PARALLEL_READS, rows::find).stream()
        .flatMap(Optional::stream)
        .forEach(row -> stored.put(row.key(), row));
    return stored;
  }
}
