package dev.cinedex.catalog;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.util.List;

/**
 * There is no lookup table of that name; the message has those that there are, and the next step.
 */
public final class NoSuchLookupException extends CinedexException {
  NoSuchLookupException(String table, List<String> others) {
    super(
        ErrorCode.NO_SUCH_LOOKUP,
        "There is no lookup table '%s'; there are %s. One that is declared only has to be built"
            .formatted(table, others));
  }
}
