package dev.cinedex.lists;

import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowSizes;
import org.jspecify.annotations.Nullable;

/**
 * One entity of a list.
 *
 * @param row as it is stored, or as it should be in a verified list
 * @param state the complete state when it was asked for; else null
 * @param version the version of {@code state}, or the ledger's last version in a verified list, or
 *     the row's in a compared one; null when only the row is known
 * @param standing how the row compares with its entity in a compared list; else null
 * @param bytes about how large the row and the state are
 */
public record ListEntry(
    LookupRow row,
    @Nullable EntityState state,
    @Nullable Long version,
    @Nullable Standing standing,
    long bytes) {

  /** Returns the entry of a row as it is stored. */
  static ListEntry of(StoredRow stored, @Nullable Long version, @Nullable Standing standing) {
    return new ListEntry(stored.row(), null, version, standing, stored.bytes());
  }

  /** Returns the entry of a row with values from elsewhere, which are measured. */
  static ListEntry of(LookupRow row, @Nullable EntityState state, long version) {
    RowSizes sizes = new RowSizes();
    long bytes = sizes.of(row.key().values()) + sizes.of(row.values());
    return new ListEntry(
        row, state, version, null, state == null ? bytes : bytes + sizes.of(state.values()));
  }
}
