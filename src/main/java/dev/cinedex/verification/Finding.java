package dev.cinedex.verification;

import dev.cinedex.ledger.Head;
import dev.cinedex.lookup.RowKey;

/**
 * A row that certainly differs from the ledger.
 *
 * @param head the version of its entity that it was compared with
 */
public record Finding(Head head, ComparedRow row) {
  public RowKey key() {
    return row.row().key();
  }
}
