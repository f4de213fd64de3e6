package dev.cinedex.lists;

import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.TableRows;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Checks rows against the ledger. */
public final class VerifiedRows {
  private final Ledger ledger;
  private final EntityWriter writer;

  /**
   * @param writer settles in the background the entities of rows that are not as they should be
   */
  public VerifiedRows(Ledger ledger, EntityWriter writer) {
    this.ledger = ledger;
    this.writer = writer;
  }

  /**
   * Returns the row as of the last version of its entity; empty when it does not belong to that
   * version.
   *
   * @param expand whether the entry gets the complete state
   */
  CompletionStage<Optional<ListEntry>> verified(StoredRow stored, boolean expand) {
    return ledger
        .readAsync(stored.entityId())
        .thenApply(head -> checked(stored.row(), head).map(row -> entry(row, head, expand)));
  }

  /** Returns the row as it is stored, and how it compares with the last version of its entity. */
  CompletionStage<ListEntry> compared(StoredRow stored) {
    return ledger.readAsync(stored.entityId()).thenApply(head -> compared(stored, head));
  }

  private ListEntry compared(StoredRow stored, Head head) {
    if (!head.settled()) {
      writer.settleLater(head.entityId());
    }
    Optional<LookupRow> expected = TableRows.at(stored.key(), head.entityId(), head.state());
    return new ListEntry(stored.row(), null, stored.version(), Standing.of(stored.row(), expected));
  }

  private Optional<LookupRow> checked(LookupRow stored, Head head) {
    Optional<LookupRow> row = TableRows.at(stored.key(), head.entityId(), head.state());
    if (!head.settled() || row.filter(stored::equals).isEmpty()) {
      writer.settleLater(head.entityId());
    }
    return row;
  }

  private static ListEntry entry(LookupRow row, Head head, boolean expand) {
    return new ListEntry(row, expand ? head.state() : null, head.version());
  }
}
