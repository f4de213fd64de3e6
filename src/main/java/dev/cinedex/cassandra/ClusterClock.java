package dev.cinedex.cassandra;

import static java.util.Objects.requireNonNull;

import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * This instance's clock, as long as it goes with the cluster's. Versions are times: an instance far
 * ahead would write versions that every other has to follow. So it is measured against the nodes
 * now and then, a jump is noticed at once, and it refuses to tell the time while it is off.
 */
public final class ClusterClock extends Clock {
  private static final Duration MEASURED_EVERY = Duration.ofSeconds(10);
  private static final SimpleStatement NODE_TIME =
      SimpleStatement.newInstance("SELECT toUnixTimestamp(now()) FROM system.local")
          .setTimeout(Duration.ofSeconds(2));

  private final CqlSession session;
  private final Clock local;
  private final Duration maxSkew;
  private final ReentrantLock measuring = new ReentrantLock();
  private volatile long lastTryNanos = System.nanoTime() - MEASURED_EVERY.toNanos();
  private volatile @Nullable Measurement last;

  /**
   * @param skew how far the local clock was ahead of the cluster's; negative when it was behind
   * @param at by the local clock
   * @param nanos by the one that never jumps
   */
  private record Measurement(Duration skew, Instant at, long nanos) {
    /** The skew now: then, and how much further than time the local clock has gone since. */
    Duration skewAt(Instant now) {
      return skew.plus(Duration.between(at, now)).minusNanos(System.nanoTime() - nanos);
    }
  }

  /**
   * @param maxSkew how far the local clock may be from the median of the nodes' clocks
   */
  public ClusterClock(CqlSession session, Clock local, Duration maxSkew) {
    this.session = session;
    this.local = local;
    this.maxSkew = maxSkew;
  }

  /**
   * The local time.
   *
   * @throws ClockSkewException while it is too far from the cluster's
   */
  @Override
  public Instant instant() {
    long asked = System.nanoTime();
    measureIfDue();
    Instant now = local.instant();
    Measurement measured = last;
    if (measured == null
        || (!isTooMuch(measured.skew) && isTooMuch(measured.skewAt(now)))) { // a jump, or a sleep
      measured = measureSince(asked);
      now = local.instant();
    }
    Duration skew = measured.skewAt(now);
    if (isTooMuch(skew)) {
      throw new ClockSkewException(skew, maxSkew);
    }
    return now;
  }

  private boolean isTooMuch(Duration skew) {
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

  /** Unhealthy while this instance refuses to write because of its clock. */
  public HealthCheck healthCheck() {
    return new HealthCheck() {
      @Override
      protected Result check() {
        try {
          Instant now = instant();
          Measurement measured = requireNonNull(last);
          return Result.healthy("%d ms from the cluster's clock", measured.skewAt(now).toMillis());
        } catch (ClockSkewException e) {
          return Result.unhealthy(e.getMessage());
        }
      }
    };
  }

  /** By one caller; the others go on with the last measurement. */
  void measureIfDue() {
    if (System.nanoTime() - lastTryNanos >= MEASURED_EVERY.toNanos() && measuring.tryLock()) {
      try {
        measure();
      } finally {
        measuring.unlock();
      }
    }
  }

  /** By one caller; those who asked before it was done take its result. */
  private Measurement measureSince(long asked) {
    measuring.lock();
    try {
      if (lastTryNanos - asked < 0) {
        measure();
      }
    } finally {
      measuring.unlock();
    }
    Measurement measured = last;
    if (measured == null) {
      throw new ClockSkewException();
    }
    return measured;
  }

  /** All nodes at once: one that stands still costs its time limit, not one for each. */
  private void measure() {
    Instant begun = local.instant(); // so that a jump meanwhile counts, if need be twice
    long begunNanos = System.nanoTime();
    List<CompletableFuture<Optional<Duration>>> asked =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP)
            .map(this::offset)
            .toList();
    List<Duration> offsets =
        asked.stream().map(CompletableFuture::join).flatMap(Optional::stream).sorted().toList();
    if (!offsets.isEmpty()) {
      last = new Measurement(offsets.get(offsets.size() / 2), begun, begunNanos);
    }
    lastTryNanos = System.nanoTime();
  }

  /** Empty when the node does not answer: whoever asked for the time will find out, too. */
  private CompletableFuture<Optional<Duration>> offset(Node node) {
    Instant asked = local.instant();
    return session
        .executeAsync(NODE_TIME.setNode(node))
        .<Optional<Duration>>thenApply(
            rows ->
                Optional.of(
                    offset(
                        asked,
                        Instant.ofEpochMilli(requireNonNull(rows.one()).getLong(0)),
                        local.instant())))
        .exceptionally(failure -> Optional.empty())
        .toCompletableFuture();
  }

  /** The node's clock was read at some time between the question and the answer. */
  private static Duration offset(Instant asked, Instant node, Instant answered) {
    if (node.isBefore(asked)) {
      return Duration.between(node, asked);
    }
    return node.isAfter(answered) ? Duration.between(node, answered) : Duration.ZERO;
  }
}
