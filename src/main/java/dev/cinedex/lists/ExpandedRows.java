package dev.cinedex.lists;

import dev.cinedex.catalog.Catalog;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import dev.cinedex.lookup.RowKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Completes rows by the second lookup: a row leads to a complete row in another table, or else to
 * the ledger.
 */
public final class ExpandedRows {
  private final LookupRows rows;
  private final Ledger ledger;
  private final Catalog catalog;

  public ExpandedRows(LookupRows rows, Ledger ledger, Catalog catalog) {
    this.rows = rows;
    this.ledger = ledger;
    this.catalog = catalog;
  }

  /**
   * Returns the tables whose rows are complete. It leaves out tables whose rows may be of a version
   * that a write has replaced already.
   */
  List<LookupTable> completeTables() {
    return catalog.lastKnown().readable().stream()
        .filter(LookupTable::isComplete)
        .filter(table -> table.maintenance() == Maintenance.SYNC)
        .toList();
  }

  /** Returns the row with the complete state; empty when its entity was deleted meanwhile. */
  CompletionStage<Optional<ListEntry>> expanded(StoredRow stored, List<LookupTable> complete) {
    for (LookupTable table : complete) {
      Optional<RowKey> key = stored.row().keyIn(table);
      if (key.isPresent()) {
        return rows.find(key.get()).thenCompose(found -> expanded(stored.row(), found));
      }
    }
    return fromLedger(stored.row());
  }

  private CompletionStage<Optional<ListEntry>> expanded(LookupRow row, Optional<StoredRow> found) {
    return found.isPresent()
        ? CompletableFuture.completedStage(
            Optional.of(ListEntry.of(row, found.get().row().state(), found.get().version())))
        : fromLedger(row);
  }

  private CompletionStage<Optional<ListEntry>> fromLedger(LookupRow row) {
    return ledger
        .readAsync(row.entityId())
        .thenApply(
            head ->
                Optional.ofNullable(head.state())
                    .map(state -> ListEntry.of(row, state, head.version())));
  }
}
