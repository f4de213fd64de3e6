package dev.cinedex.doctor;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.util.List;

/** Is the local datacenter one of the cluster's, and are its nodes up? */
record DatacenterCheck() implements Check {
  private static final String NAME = "datacenter";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isNeededByOthers() {
    return true;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    String local = cluster.settings().localDatacenter();
    List<Node> nodes = cluster.localNodes();
    if (nodes.isEmpty()) {
      return unknown(local, String.join(", ", cluster.datacenters()));
    }
    return judge(
        local,
        nodes.size(),
        nodes.stream().filter(node -> node.getState() != NodeState.UP).map(Cluster::name).toList());
  }

  static CheckResult unknown(String local, String seen) {
    return CheckResult.error(
        NAME,
        "No node is in datacenter '%s'. Seen: %s".formatted(local, seen),
        "The driver sends queries to the local datacenter only, so none can be sent.",
        "Set CASSANDRA_LOCAL_DATACENTER (cassandra.localDatacenter) to a name that was seen.");
  }

  /**
   * @param down the nodes that are not up
   */
  static CheckResult judge(String local, int nodes, List<String> down) {
    String found = "%s: %d of %d nodes are up".formatted(local, nodes - down.size(), nodes);
    return down.isEmpty()
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found + ". Not up: " + String.join(", ", down),
            "While a quorum of the replicas of a row answers, requests succeed.",
            "Look at the nodes that are not up, and whether this machine reaches them.");
  }
}
