package dev.cinedex.cassandra;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import java.time.Duration;

/** Thrown when the local clock is too far from the cluster's, or could not be compared with it. */
public final class ClockSkewException extends CinedexException {
  ClockSkewException() {
    super(
        ErrorCode.CLOCK_SKEW,
        "The clock of this instance could not be compared with the cluster's: no node reported its time within 2 s. The instance refuses writes until a node does");
  }

  ClockSkewException(Duration skew, Duration maxSkew) {
    super(
        ErrorCode.CLOCK_SKEW,
        "The clock of this instance is %d ms %s the cluster's; at most %d ms are allowed (maxClockSkew). The instance refuses writes until its clock is right: look at NTP or chrony on its machine, and on the nodes"
            .formatted(
                skew.abs().toMillis(),
                skew.isNegative() ? "behind" : "ahead of",
                maxSkew.toMillis()));
  }
}
