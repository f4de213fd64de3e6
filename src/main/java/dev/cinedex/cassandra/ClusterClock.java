package dev.cinedex.cassandra;

import static java.util.Objects.requireNonNull;

import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The local clock, as long as it agrees with the cluster's. Versions are times: an instance whose
 * clock is far ahead would write versions that all others have to exceed. So the clock is compared
 * with the nodes' clocks every ten seconds, and at once when it jumps. It throws instead of telling
 * a time that is too far off.
 */
public final class ClusterClock extends Clock {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final CqlSession session;
  private final Clock local;
  private final Duration maxSkew;
  private final NodeClocks nodes;
  private final ReentrantLock measuring = new ReentrantLock();
  private volatile long lastTryNanos = System.nanoTime() - INTERVAL.toNanos();
  private volatile @Nullable ClockSkew last;

  /**
   * @param maxSkew how far the local clock may be from the median of the nodes' clocks
   */
  public ClusterClock(CqlSession session, Clock local, Duration maxSkew) {
    this.session = session;
    this.local = local;
    this.maxSkew = maxSkew;
    this.nodes = new NodeClocks(session, local);
  }

  /**
   * Returns the local time.
   *
   * @throws ClockSkewException while it is too far from the cluster's
   */
  @Override
  public Instant instant() {
    long asked = System.nanoTime();
    measureIfDue();
    Instant now = local.instant();
    ClockSkew skew = last;
    if (skew == null || hasJumped(skew, now)) {
      skew = measureSince(asked);
      now = local.instant();
    }
    Duration current = skew.at(now);
    if (isTooFar(current)) {
      throw new ClockSkewException(current, maxSkew);
    }
    return now;
  }

  /** The clock was right when it was measured. Since then it was set, or the machine slept. */
  private boolean hasJumped(ClockSkew skew, Instant now) {
    return !isTooFar(skew.measured()) && isTooFar(skew.at(now));
  }

  private boolean isTooFar(Duration skew) {
    return skew.abs().compareTo(maxSkew) > 0;
  }

  @Override
  public ZoneId getZone() {
    return local.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return new ClusterClock(session, local.withZone(zone), maxSkew);
  }

  /**
   * Returns a check that is unhealthy while this instance refuses to write because of its clock.
   */
  public HealthCheck healthCheck() {
    return new HealthCheck() {
      @Override
      protected Result check() {
        try {
          Instant now = instant();
          Duration skew = requireNonNull(last).at(now);
          return Result.healthy("%d ms from the cluster's clock", skew.toMillis());
        } catch (ClockSkewException e) {
          return Result.unhealthy(e.getMessage());
        }
      }
    };
  }

  /** Returns how far the local clock was ahead of the cluster's; zero before it was measured. */
  public Duration lastSkew() {
    ClockSkew skew = last;
    return skew == null ? Duration.ZERO : skew.measured();
  }

  /** Measures when the interval is over. Other threads go on with the last measurement. */
  void measureIfDue() {
    if (System.nanoTime() - lastTryNanos >= INTERVAL.toNanos() && measuring.tryLock()) {
      try {
        measure();
      } finally {
        measuring.unlock();
      }
    }
  }

  /** Measures, or waits for the result of a thread that has measured since then. */
  private ClockSkew measureSince(long asked) {
    measuring.lock();
    try {
      if (lastTryNanos - asked < 0) {
        measure();
      }
    } finally {
      measuring.unlock();
    }
    ClockSkew measured = last;
    if (measured == null) {
      throw new ClockSkewException();
    }
    return measured;
  }

  private void measure() {
    nodes.measure().ifPresent(skew -> last = skew);
    lastTryNanos = System.nanoTime();
  }
}
