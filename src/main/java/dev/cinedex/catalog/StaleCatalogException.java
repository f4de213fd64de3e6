package dev.cinedex.catalog;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.time.Duration;

/** This instance may not know every lookup table that it has to write. */
public final class StaleCatalogException extends CinedexException {
  StaleCatalogException(Duration age) {
    super(
        ErrorCode.CATALOG_STALE,
        "This instance has not read the catalog of lookup tables for %d s; until it does it refuses writes, for there may be new tables"
            .formatted(age.toSeconds()));
  }
}
