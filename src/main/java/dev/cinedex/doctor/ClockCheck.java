package dev.cinedex.doctor;

import dev.cinedex.cassandra.ClockSkewException;
import dev.cinedex.cassandra.ClusterClock;
import java.time.Duration;

/** Does the clock of this machine agree with the clocks of the nodes? */
record ClockCheck() implements Check {
  private static final String NAME = "clock";
  private static final String ADVICE =
      "Run NTP or chrony on this machine and on the nodes, and look whether they are in step.";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    ClusterClock clock = cluster.settings().clock(cluster.session());
    try {
      clock.instant();
      return judge(clock.lastSkew(), cluster.settings().maxClockSkew().toJavaDuration());
    } catch (ClockSkewException e) {
      return tooFar(String.valueOf(e.getMessage()));
    }
  }

  static CheckResult tooFar(String reason) {
    return CheckResult.error(
        NAME, reason, "Versions are times, so this instance refuses to write.", ADVICE);
  }

  /**
   * @param skew how far the local clock is ahead; less than the largest one that is allowed
   */
  static CheckResult judge(Duration skew, Duration largest) {
    String found = "%d ms from the cluster's clock".formatted(skew.toMillis());
    return skew.abs().multipliedBy(2).compareTo(largest) <= 0
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found,
            "At %d ms (cassandra.maxClockSkew) this instance refuses to write."
                .formatted(largest.toMillis()),
            ADVICE);
  }
}
