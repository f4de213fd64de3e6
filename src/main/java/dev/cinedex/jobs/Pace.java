package dev.cinedex.jobs;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Estimates how fast a job is from the times at which its last ranges were finished. */
final class Pace {
  /** The number of recent ranges that count. */
  private static final int LAST_RANGES = 32;

  private Pace() {}

  /**
   * Returns the average time for a range since a job began.
   *
   * @param beganMillis in milliseconds since the epoch
   * @param finishedMicros in microseconds since the epoch, in any order
   * @param ranges that are finished
   * @return null when none is finished
   */
  static @Nullable Duration average(long beganMillis, List<Long> finishedMicros, long ranges) {
    return finishedMicros.isEmpty()
        ? null
        : Duration.of(Collections.max(finishedMicros) - 1_000 * beganMillis, ChronoUnit.MICROS)
            .dividedBy(ranges);
  }

  /**
   * Returns the time from one finished range to the next, without the longest gap: nobody may have
   * worked on the job in it.
   *
   * @param finishedMicros in microseconds since the epoch, in any order
   * @return empty when too few ranges are finished
   */
  static Optional<Duration> perRange(List<Long> finishedMicros) {
    List<Long> sorted = finishedMicros.stream().sorted().toList();
    int last = sorted.size() - 1;
    int gaps = Math.min(last, LAST_RANGES);
    if (gaps < 2) {
      return Optional.empty();
    }
    long longest = 0;
    for (int i = last - gaps + 1; i <= last; i++) {
      longest = Math.max(longest, sorted.get(i) - sorted.get(i - 1));
    }
    long micros = sorted.get(last) - sorted.get(last - gaps) - longest;
    return Optional.of(Duration.of(micros, ChronoUnit.MICROS).dividedBy(gaps - 1));
  }
}
