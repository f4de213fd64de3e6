package dev.cinedex.ledger;

import io.dropwizard.util.Duration;
import io.dropwizard.validation.MinDuration;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;

/**
 * The block {@code sweeper} of {@code config.yml}.
 *
 * @param grace the age at which a note's writer is taken for dead; at least 25 s, because a writer
 *     may claim up to 10 s after its note, and clocks differ
 * @param interval the pause between two passes, longer while Cassandra does not answer; an instance
 *     counts as dead after three intervals
 */
public record SweeperFactory(
    @NotNull @MinDuration(value = 25, unit = TimeUnit.SECONDS) Duration grace,
    @NotNull @MinDuration(value = 1, unit = TimeUnit.SECONDS) Duration interval) {

  public static final SweeperFactory DEFAULT =
      new SweeperFactory(Duration.seconds(30), Duration.seconds(10));

  /** Returns the age at which every write should be settled: grace and two passes. */
  public java.time.Duration lateAfter() {
    return grace.toJavaDuration().plus(interval.toJavaDuration().multipliedBy(2));
  }
}
