package dev.cinedex.cassandra;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses between the attempts of one call. Each may be twice as long as the one before, up to a
 * limit. They are random, so that two callers that failed together do not meet again.
 *
 * @param first the longest pause after attempt 0
 * @param longest the longest pause after any attempt
 */
public record Backoff(Duration first, Duration longest) {
  private static final int MAX_DOUBLINGS = 16;

  /** Returns the longest pause after an attempt; attempts are counted from 0. */
  public Duration limit(int attempt) {
    Duration doubled = first.multipliedBy(1L << Math.min(attempt, MAX_DOUBLINGS));
    return doubled.compareTo(longest) < 0 ? doubled : longest;
  }

  /** Returns a random pause, shorter than the {@link #limit} after this attempt. */
  public Duration random(int attempt) {
    return Duration.ofNanos(ThreadLocalRandom.current().nextLong(limit(attempt).toNanos()));
  }

  /**
   * Sleeps for a {@link #random} pause.
   *
   * @throws IllegalStateException when the thread is interrupted; it stays interrupted
   */
  public void pause(int attempt) {
    try {
      Thread.sleep(random(attempt).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted during the pause between two attempts", e);
    }
  }
}
