package dev.cinedex.cassandra;

import java.time.Duration;
import java.time.Instant;

/**
 * A measurement of how far the local clock was ahead of the cluster's.
 *
 * @param measured the skew at that time; negative when the local clock was behind
 * @param at when it was measured, by the local clock
 * @param nanos when it was measured, by {@link System#nanoTime}, which never jumps
 */
record ClockSkew(Duration measured, Instant at, long nanos) {

  /** Returns the skew now: the measured one, and what the local clock has jumped since. */
  Duration at(Instant now) {
    return measured.plus(Duration.between(at, now)).minusNanos(System.nanoTime() - nanos);
  }
}
