package dev.cinedex.verification;

import static java.util.Objects.requireNonNull;

import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowSizes;
import org.jspecify.annotations.Nullable;

/**
 * A row as the ledger asks for it, and as it is stored.
 *
 * @param expected null for an orphaned row
 * @param stored null for a missing row
 */
public record ComparedRow(
    RowState state, @Nullable LookupRow expected, @Nullable StoredRow stored) {

  /** Compares two rows with the same key; one of them can be null, but not both. */
  static ComparedRow of(@Nullable LookupRow expected, @Nullable StoredRow stored) {
    if (expected == null) {
      return new ComparedRow(RowState.ORPHANED, null, requireNonNull(stored));
    }
    if (stored == null) {
      return new ComparedRow(RowState.MISSING, expected, null);
    }
    RowState state = expected.equals(stored.row()) ? RowState.OK : RowState.STALE;
    return new ComparedRow(state, expected, stored);
  }

  /**
   * Reports that the rows of an entity are not written, by one of them.
   *
   * @param expected any row of the entity
   */
  public static ComparedRow tooCostly(LookupRow expected) {
    return new ComparedRow(RowState.TOO_COSTLY, expected, null);
  }

  /** Returns about how large both rows are, in bytes. */
  long bytes() {
    RowSizes sizes = new RowSizes();
    long bytes = sizes.of(row().key().values());
    bytes += expected == null ? 0 : sizes.of(expected.values());
    return bytes + (stored == null ? 0 : sizes.of(stored.row().values()));
  }

  /** Returns the expected row, or the stored one when the row is orphaned. */
  public LookupRow row() {
    return expected == null ? requireNonNull(stored).row() : expected;
  }
}
