package dev.cinedex.cassandra;

import java.time.Duration;

/** This instance may not know every lookup table that it has to write. */
public final class StaleCatalogException extends RuntimeException {
  StaleCatalogException(Duration age) {
    super(
        "This instance has not read the catalog of lookup tables for %d s; until it does it refuses writes, for there may be new tables"
            .formatted(age.toSeconds()));
  }
}
