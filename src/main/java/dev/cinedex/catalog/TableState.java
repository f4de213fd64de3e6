package dev.cinedex.catalog;

import java.util.Locale;

/** What may be done with a lookup table. Every instance writes it until it is dropped. */
public enum TableState {
  /** Its rows of the movies that there were before it are being written. */
  BUILDING,
  /** It is being compared with the ledger, for the first time. */
  VERIFYING,
  READY,
  /** Not read any more. */
  RETIRED,
  /** Not written any more either. */
  DROPPED;

  /** As the catalog and requests write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static TableState of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
