package dev.cinedex.doctor;

import static java.util.stream.Collectors.joining;

import com.codahale.metrics.health.HealthCheck;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.metrics.Metrics;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Repeats the checks of a service in the background, and keeps the last results. */
public final class RepeatedChecks implements Managed {
  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final PeriodicTask background;
  private volatile List<CheckResult> last = Doctor.beforeTheFirst();

  /**
   * @param checks does all checks
   */
  public RepeatedChecks(Supplier<List<CheckResult>> checks) {
    this.background = new PeriodicTask("doctor", INTERVAL, () -> last = checks.get());
  }

  @Override
  public void start() {
    background.start();
  }

  @Override
  public void stop() throws InterruptedException {
    background.stop(STOP_LIMIT);
  }

  /** Returns the last results. */
  public List<CheckResult> last() {
    return last;
  }

  /** Returns a check that is unhealthy while one of the last results is an error. */
  public HealthCheck healthCheck() {
    return new HealthCheck() {
      @Override
      protected Result check() {
        return health(last);
      }
    };
  }

  static HealthCheck.Result health(List<CheckResult> results) {
    String errors =
        results.stream()
            .filter(CheckResult::isError)
            .map(error -> "%s: %s. %s".formatted(error.check(), error.found(), error.advice()))
            .collect(joining(" "));
    if (!errors.isEmpty()) {
      return HealthCheck.Result.builder().unhealthy().withMessage(errors).build();
    }
    String warnings =
        results.stream()
            .filter(result -> result.level() != Level.OK)
            .map(result -> "%s: %s".formatted(result.check(), result.found()))
            .collect(joining("; "));
    return HealthCheck.Result.builder().healthy().withMessage(warnings).build();
  }

  /** Adds the metric of the checks: 1 for the level of each, 0 for its other levels. */
  public void register(Metrics metrics) {
    metrics.gauge(
        "cinedex_check",
        "1 for the level of a check of the cluster, 0 for the other levels",
        List.of("check", "level"),
        () -> values(last));
  }

  static Map<List<String>, Double> values(List<CheckResult> results) {
    Map<List<String>, Double> values = new LinkedHashMap<>();
    for (CheckResult result : results) {
      for (Level level : Level.values()) {
        values.put(List.of(result.check(), level.text()), level == result.level() ? 1.0 : 0.0);
      }
    }
    return values;
  }
}
