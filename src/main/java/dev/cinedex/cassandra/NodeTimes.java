package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeStateListenerBase;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import dev.cinedex.metrics.Metrics;
import java.time.Duration;

/**
 * Counts how long each node takes to answer, in a histogram: the driver's own timers cannot be
 * summed over instances. The series of a node ends when it leaves the cluster.
 */
final class NodeTimes extends NodeStateListenerBase implements RequestTracker {
  private final Metrics metrics;

  NodeTimes(Metrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void onNodeSuccess(
      Request request, long nanos, DriverExecutionProfile profile, Node node, String prefix) {
    metrics.nodeAnswered(node.getEndPoint().asMetricPrefix(), Duration.ofNanos(nanos));
  }

  @Override
  public void onRemove(Node node) {
    metrics.nodeLeft(node.getEndPoint().asMetricPrefix());
  }

  // Both of the driver's interfaces have these methods.

  @Override
  public void onSessionReady(Session session) {}

  @Override
  public void close() {}
}
