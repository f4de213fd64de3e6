package dev.cinedex.instance;

import dev.cinedex.ledger.Sweeper;
import dev.cinedex.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToDoubleFunction;

/** The metrics that tell how the service is now. Without an open instance they have no value. */
public record ServiceGauges(ServiceInstance service) {
  public void register(Metrics metrics) {
    metrics.gauge(
        "cinedex_catalog_age_seconds",
        "Time since the list of lookup tables was read; at 15 this instance refuses to write",
        () -> ofInstance(instance -> seconds(instance.catalog().age())));
    metrics.gauge(
        "cinedex_clock_skew_seconds",
        "How far the clock of this instance is ahead of the cluster's; negative when it is behind",
        () -> ofInstance(instance -> seconds(instance.clockSkew())));
    metrics.gauge(
        "cinedex_unsettled_movies",
        "Movies in this instance's shards whose lookup rows the sweeper could not write",
        () -> ofSweeper(Sweeper.Pass::unsettled));
    metrics.gauge(
        "cinedex_unsettled_oldest_seconds",
        "Age of the oldest write among them",
        () -> ofSweeper(pass -> seconds(pass.oldest())));
    metrics.gauge(
        "cinedex_sweeper_pass_timestamp_seconds",
        "When this instance's sweeper ended its last pass, in seconds since the epoch",
        () -> ofSweeper(ServiceGauges::ended));
  }

  private double ofInstance(ToDoubleFunction<Instance> value) {
    return service.instance().stream().mapToDouble(value).findFirst().orElse(Double.NaN);
  }

  private double ofSweeper(ToDoubleFunction<Sweeper.Pass> value) {
    return service.lastSweep().stream().mapToDouble(value).findFirst().orElse(Double.NaN);
  }

  /** Returns no value before the first pass: an alert on its age would fire at each start. */
  private static double ended(Sweeper.Pass pass) {
    return pass.ended().equals(Instant.EPOCH) ? Double.NaN : pass.ended().toEpochMilli() / 1e3;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
