package dev.cinedex.ledger;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;

/**
 * Thrown when an LWT does not replace what an exclusive import has inserted. The timestamp of the
 * insert is a minute before its time, so the clock of a node must be further off than that.
 */
public final class UnconfirmedHeadException extends CinedexException {
  UnconfirmedHeadException(String entity) {
    super(
        ErrorCode.CLOCK_SKEW,
        "%s was imported exclusively, and a claim does not replace it: the clock of a node of Cassandra is more than a minute behind. Run 'doctor', and set the clocks of the nodes right"
            .formatted(entity));
  }
}
