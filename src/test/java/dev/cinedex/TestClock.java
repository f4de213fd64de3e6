package dev.cinedex;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The machine's clock, but set ahead or back by a test. */
public final class TestClock extends Clock {
  private volatile Duration ahead = Duration.ZERO;

  /** Instead of what it was set to before. */
  public void set(Duration newAhead) {
    ahead = newAhead;
  }

  /** Besides. */
  public synchronized void add(Duration more) {
    ahead = ahead.plus(more);
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
