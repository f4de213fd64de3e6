package dev.cinedex.verification;

import dev.cinedex.text.EnumText;

/** The result of comparing one row of a lookup table with the ledger. */
public enum RowState {
  OK,
  /** The row should be stored, but is not. */
  MISSING,
  /** The row is stored with other values than it should have. */
  STALE,
  /** The row is stored, but should not be. */
  ORPHANED,
  /** The row is not stored, because the rows of its entity are too large to be written. */
  TOO_COSTLY;

  public String text() {
    return EnumText.of(this);
  }

  public static RowState of(String text) {
    return EnumText.parse(RowState.class, text).orElseThrow();
  }
}
