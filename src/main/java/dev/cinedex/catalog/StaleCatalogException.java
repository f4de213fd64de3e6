package dev.cinedex.catalog;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.time.Duration;

/**
 * Thrown when this instance may not know every lookup table that it has to write, or when another
 * process alone may write.
 */
public final class StaleCatalogException extends CinedexException {
  StaleCatalogException(String reason) {
    super(ErrorCode.CATALOG_STALE, reason);
  }

  private StaleCatalogException(ErrorCode code, String reason) {
    super(code, reason);
  }

  /** Says why this process will never write again. */
  static StaleCatalogException forGood(String reason) {
    return new StaleCatalogException(ErrorCode.COMMAND_FAILED, reason);
  }

  StaleCatalogException(Duration limit) {
    this(
        "This instance has not read the catalog of lookup tables for %d s. It refuses writes until it can, because there may be new tables"
            .formatted(limit.toSeconds()));
  }
}
