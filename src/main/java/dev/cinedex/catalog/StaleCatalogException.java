package dev.cinedex.catalog;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.time.Duration;

/** Thrown when this instance may not know every lookup table that it has to write. */
public final class StaleCatalogException extends CinedexException {
  StaleCatalogException(Duration limit) {
    super(
        ErrorCode.CATALOG_STALE,
        "This instance has not read the catalog of lookup tables for %d s. It refuses writes until it can, because there may be new tables"
            .formatted(limit.toSeconds()));
  }
}
