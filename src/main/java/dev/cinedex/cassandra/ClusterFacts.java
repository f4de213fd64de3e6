package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Facts that the driver knows of the cluster, without asking it.
 *
 * @param version the oldest version of its nodes; empty when none is known
 * @param datacenter of the nodes that this process uses; empty when none is known
 * @param replication the class and the factors of the keyspace; empty when it is not known
 */
public record ClusterFacts(
    String version, String datacenter, String replication, int nodes, int nodesUp) {
  public static ClusterFacts of(CqlSession session) {
    Collection<Node> nodes = session.getMetadata().getNodes().values();
    return new ClusterFacts(
        nodes.stream()
            .map(Node::getCassandraVersion)
            .filter(Objects::nonNull)
            .min(Version::compareTo)
            .map(Version::toString)
            .orElse(""),
        nodes.stream()
            .filter(node -> node.getOpenConnections() > 0)
            .map(Node::getDatacenter)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(""),
        replication(session),
        nodes.size(),
        (int) nodes.stream().filter(node -> node.getState() == NodeState.UP).count());
  }

  private static String replication(CqlSession session) {
    return KnownSchema.keyspace(session)
        .map(KeyspaceMetadata::getReplication)
        .map(ClusterFacts::words)
        .orElse("");
  }

  /** Returns the class without its package, and then each factor. */
  private static String words(Map<String, String> replication) {
    String factors =
        replication.entrySet().stream()
            .filter(entry -> !entry.getKey().equals("class"))
            .map(entry -> ", %s %s".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining());
    return replication.getOrDefault("class", "").replaceAll(".*\\.", "") + factors;
  }
}
