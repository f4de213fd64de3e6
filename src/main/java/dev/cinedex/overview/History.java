package dev.cinedex.overview;

import dev.cinedex.metrics.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What this process has counted in each of the last intervals. */
final class History {
  static final Duration INTERVAL = Duration.ofSeconds(5);

  /** Fifteen minutes. */
  private static final int INTERVALS = 180;

  private final Deque<Totals> intervals = new ArrayDeque<>();
  private Totals last;
  private Instant until;

  History(Totals first, Instant now) {
    this.last = first;
    this.until = now;
  }

  /**
   * The history in JSON. The lists have one value for each interval, the oldest one first.
   *
   * @param seconds of an interval
   * @param until when the last interval ended
   */
  record View(
      long seconds,
      Instant until,
      List<Long> writes,
      List<Long> refusedWrites,
      List<Long> unknownWrites,
      List<Long> reads,
      List<Long> refused,
      List<@Nullable Double> writeP99Millis,
      List<@Nullable Double> lagMillis) {}

  /** Ends an interval. */
  synchronized void add(Totals now, Instant time) {
    intervals.addLast(now.since(last));
    if (intervals.size() > INTERVALS) {
      intervals.removeFirst();
    }
    last = now;
    until = time;
  }

  synchronized View view() {
    return new View(
        INTERVAL.toSeconds(),
        until,
        counts(Totals::won),
        counts(Totals::lost),
        counts(Totals::unknown),
        counts(Totals::reads),
        counts(Totals::refused),
        times(Totals::writeP99Millis),
        times(Totals::lagMillis));
  }

  private List<Long> counts(ToLongFunction<Totals> count) {
    return intervals.stream().mapToLong(count).boxed().toList();
  }

  private List<@Nullable Double> times(Function<Totals, @Nullable Double> time) {
    return intervals.stream().<@Nullable Double>map(time).toList();
  }
}
