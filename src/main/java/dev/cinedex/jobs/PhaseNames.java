package dev.cinedex.jobs;

/** The names under which the finished slices of phases are stored. */
final class PhaseNames {
  static final String BACKFILL = "backfill";
  static final String LEDGER_HASHES = "ledger_hashes";
  static final String TABLE_HASHES = "table_hashes";
  static final String FROM_LEDGER = "from_ledger";
  static final String FROM_TABLE = "from_table";

  private PhaseNames() {}

  /** Returns whether the slices of a phase are those of each table, and not those of the ledger. */
  static boolean readsTables(String phase) {
    return phase.equals(TABLE_HASHES) || phase.equals(FROM_TABLE);
  }
}
