package dev.cinedex.catalog;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.util.List;

/** Thrown when there is no lookup table of a name. The message lists the tables that exist. */
public final class NoSuchLookupException extends CinedexException {
  NoSuchLookupException(String table, List<String> others) {
    super(
        ErrorCode.NO_SUCH_LOOKUP,
        "There is no lookup table '%s'; existing tables: %s. A declared table must be built first"
            .formatted(table, others));
  }
}
