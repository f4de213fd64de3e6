package dev.cinedex.metrics;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a process has counted since its start.
 *
 * @param won claims that made a version
 * @param lost claims that found another version
 * @param unknown claims whose outcome was not known at once
 * @param reads requests that read movies
 * @param refused requests that were refused unread
 * @param writeTimes the number of requests to write movies by their time, in the buckets of {@link
 *     #BOUNDS}
 * @param projected versions whose lookup rows were acknowledged
 * @param lagSeconds the sum of the times from their claims until then
 */
public record Totals(
    long won,
    long lost,
    long unknown,
    long reads,
    long refused,
    List<Long> writeTimes,
    long projected,
    double lagSeconds) {
  /** The upper bounds of the buckets of times, in seconds. */
  static final double[] BOUNDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  /** Returns what was counted since an earlier time. */
  public Totals since(Totals before) {
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < writeTimes.size(); i++) {
      times.add(writeTimes.get(i) - before.writeTimes.get(i));
    }
    return new Totals(
        won - before.won,
        lost - before.lost,
        unknown - before.unknown,
        reads - before.reads,
        refused - before.refused,
        times,
        projected - before.projected,
        lagSeconds - before.lagSeconds);
  }

  /**
   * Returns the time within which 99 % of the writes were answered, in milliseconds: the upper
   * bound of its bucket. Null when there was none.
   */
  public @Nullable Double writeP99Millis() {
    long all = writeTimes.stream().mapToLong(Long::longValue).sum();
    long seen = 0;
    for (int i = 0; i < writeTimes.size(); i++) {
      seen += writeTimes.get(i);
      if (all > 0 && seen >= 0.99 * all) {
        return 1_000 * BOUNDS[Math.min(i, BOUNDS.length - 1)];
      }
    }
    return null;
  }

  /** Returns the average time from a claim until its rows were acknowledged, or null. */
  public @Nullable Double lagMillis() {
    return projected == 0 ? null : Math.max(0, Math.round(1e6 * lagSeconds / projected) / 1e3);
  }
}
