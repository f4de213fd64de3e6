package dev.cinedex.catalog;

import java.util.Locale;

/** The state of a lookup table. Every instance writes the table until it is dropped. */
public enum TableState {
  /** The rows of the entities that are older than the table are being written. */
  BUILDING,
  /** The new table is being compared with the ledger. */
  VERIFYING,
  /** The table may be read. */
  READY,
  /** The table may not be read any more. */
  RETIRED,
  /** The table may not be written any more, either. */
  DROPPED;

  /** Returns the name in the catalog and in requests. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static TableState of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
