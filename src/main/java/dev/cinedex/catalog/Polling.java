package dev.cinedex.catalog;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits for something by asking again and again.
 *
 * @param interval the pause between two attempts
 * @param limit how long to wait in all
 */
record Polling(Duration interval, Duration limit) {

  static Polling withoutLimit(Duration interval) {
    return new Polling(interval, ChronoUnit.FOREVER.getDuration());
  }

  /** Waits until the condition holds; returns false when it does not within the limit. */
  boolean until(BooleanSupplier condition) {
    long begun = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (isOver(begun)) {
        return false;
      }
      pause();
    }
    return true;
  }

  /**
   * Repeats a call while it fails for a reason that may pass.
   *
   * @throws RuntimeException the failure of the last call within the limit
   */
  <T> T retry(Supplier<T> call, Predicate<RuntimeException> mayPass) {
    long begun = System.nanoTime();
    while (true) {
      try {
        return call.get();
      } catch (RuntimeException e) {
        if (!mayPass.test(e) || isOver(begun)) {
          throw e;
        }
        pause();
      }
    }
  }

  private boolean isOver(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun).compareTo(limit) > 0;
  }

  private void pause() {
    try {
      Thread.sleep(interval.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SchemaBusyException("Interrupted while waiting for the schema: try again", e);
    }
  }
}
