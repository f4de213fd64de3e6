package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import dev.cinedex.metrics.Metrics;
import java.time.Duration;

/**
 * Counts how long each node takes to answer, in a histogram: the driver's own timers cannot be
 * summed over instances.
 */
record NodeTimes(Metrics metrics) implements RequestTracker {
  @Override
  public void onNodeSuccess(
      Request request, long nanos, DriverExecutionProfile profile, Node node, String prefix) {
    metrics.nodeAnswered(node.getEndPoint().asMetricPrefix(), Duration.ofNanos(nanos));
  }

  @Override
  public void close() {}
}
