package dev.cinedex.catalog;

import java.time.Duration;
import java.time.Instant;

/**
 * A time by two clocks. The uptime stands still while the machine is suspended; the clock can be
 * set back.
 */
record Moment(Duration uptime, Instant clock) {

  static Moment now() {
    return new Moment(Duration.ofNanos(System.nanoTime()), Instant.now());
  }

  /** Returns the time that has passed by the clock that has moved further. */
  Duration since(Moment before) {
    Duration byUptime = uptime.minus(before.uptime);
    Duration byClock = Duration.between(before.clock, clock);
    return byUptime.compareTo(byClock) > 0 ? byUptime : byClock;
  }
}
