package dev.cinedex.projection;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/** Thrown when the lookup rows of an entity would take more bytes than one write may send. */
public final class TooCostlyException extends CinedexException {
  private static final double MEBIBYTE = 1 << 20;

  /**
   * @param largest the table that costs most
   * @param bytes of the rows in all tables
   * @param limit in bytes
   */
  TooCostlyException(String entity, WriteSize largest, long bytes, long limit) {
    super(
        ErrorCode.TOO_COSTLY,
        "%s would have %d rows of %.1f MiB in %s, and %.1f MiB in all tables; limits.writeSize is %.1f MiB. Shorten its lists, or drop a table that has many rows of it"
            .formatted(
                entity,
                largest.rows(),
                largest.bytes() / MEBIBYTE,
                largest.table(),
                bytes / MEBIBYTE,
                limit / MEBIBYTE));
  }
}
