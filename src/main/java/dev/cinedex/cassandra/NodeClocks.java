package dev.cinedex.cassandra;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Compares the local clock with the clocks of Cassandra's nodes. */
final class NodeClocks {
  private static final SimpleStatement NODE_TIME =
      SimpleStatement.newInstance("SELECT toUnixTimestamp(now()) FROM system.local")
          .setTimeout(Duration.ofSeconds(2));

  private final CqlSession session;
  private final Clock local;

  NodeClocks(CqlSession session, Clock local) {
    this.session = session;
    this.local = local;
  }

  /**
   * Measures how far the local clock is from the median of the nodes' clocks. All nodes are asked
   * at the same time, so that those that do not answer cost one timeout together.
   *
   * @return empty when no node answers
   */
  Optional<ClockSkew> measure() {
    // Taken first, so that a jump during the measurement counts at least once.
    Instant begun = local.instant();
    long begunNanos = System.nanoTime();
    List<CompletableFuture<Optional<Duration>>> asked =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP)
            .map(this::offset)
            .toList();
    List<Duration> offsets =
        asked.stream().map(CompletableFuture::join).flatMap(Optional::stream).sorted().toList();
    return offsets.isEmpty()
        ? Optional.empty()
        : Optional.of(new ClockSkew(offsets.get(offsets.size() / 2), begun, begunNanos));
  }

  /** A node that fails is left out: the failure shows when no node answers. */
  private CompletableFuture<Optional<Duration>> offset(Node node) {
    Instant asked = local.instant();
    return session
        .executeAsync(NODE_TIME.setNode(node))
        .<Optional<Duration>>thenApply(
            rows ->
                Optional.of(
                    offset(
                        asked,
                        Instant.ofEpochMilli(requireNonNull(rows.one()).getLong(0)),
                        local.instant())))
        .exceptionally(failure -> Optional.empty())
        .toCompletableFuture();
  }

  /** The node read its clock at some time between the question and the answer. */
  private static Duration offset(Instant asked, Instant node, Instant answered) {
    if (node.isBefore(asked)) {
      return Duration.between(node, asked);
    }
    return node.isAfter(answered) ? Duration.between(node, answered) : Duration.ZERO;
  }
}
