package dev.cinedex.cassandra;

/**
 * The names of the driver's execution profiles. A statement without a profile runs at LOCAL_QUORUM.
 */
public final class DriverProfiles {
  /**
   * Reads at serial consistency: they finish or cancel an LWT that has no result yet, and so see
   * what it decided.
   */
  public static final String SERIAL = "serial";

  /** Claims, which the driver must never repeat by itself. */
  public static final String CLAIM = "claim";

  /**
   * The catalog and the instance leases, and scans of the ledger that depend on them: QUORUM with
   * writers in several datacenters, else LOCAL_QUORUM.
   */
  public static final String CATALOG = "catalog";

  /** Reads that see every acknowledged row, in whichever datacenter it was written. */
  public static final String ACKNOWLEDGED = "acknowledged";

  private DriverProfiles() {}
}
