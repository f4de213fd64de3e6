package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.catalog.InstanceLeases;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MinDuration;
import jakarta.validation.constraints.NotNull;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * The block {@code sweeper} of {@code config.yml}.
 *
 * @param grace age at which a note's writer is taken for dead; at least 25 s, for a writer may
 *     claim up to 10 s after its note, and clocks differ
 * @param interval between two passes; an instance counts as dead after three of them
 */
public record SweeperFactory(
    @NotNull @MinDuration(value = 25, unit = TimeUnit.SECONDS) Duration grace,
    @NotNull @MinDuration(value = 1, unit = TimeUnit.SECONDS) Duration interval) {

  public static final SweeperFactory DEFAULT =
      new SweeperFactory(Duration.seconds(30), Duration.seconds(10));

  /**
   * @param clock that refuses to tell the time while it is wrong: a sweeper that is ahead would
   *     pass over notes that are still to come
   */
  public Sweeper build(CqlSession session, Notes notes, EntityWriter writer, Clock clock) {
    InstanceLeases instances =
        InstanceLeases.sweepers(session, interval.toJavaDuration().multipliedBy(3));
    return new Sweeper(
        notes, writer, instances, clock, grace.toJavaDuration(), interval.toJavaDuration());
  }
}
