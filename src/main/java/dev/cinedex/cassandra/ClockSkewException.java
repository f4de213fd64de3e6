package dev.cinedex.cassandra;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.time.Duration;

/** This instance's clock is too far from the cluster's to write by it, or may be. */
public final class ClockSkewException extends CinedexException {
  ClockSkewException() {
    super(
        ErrorCode.CLOCK_SKEW,
        "The clock of this instance could not be compared with the cluster's so far: no node told the time within 2 s. It refuses writes until one does");
  }

  ClockSkewException(Duration skew, Duration maxSkew) {
    super(
        ErrorCode.CLOCK_SKEW,
        "The clock of this instance is %d ms %s the cluster's; at most %d ms are allowed (maxClockSkew). It refuses writes until its clock is right"
            .formatted(
                skew.abs().toMillis(),
                skew.isNegative() ? "behind" : "ahead of",
                maxSkew.toMillis()));
  }
}
