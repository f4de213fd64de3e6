package dev.cinedex.doctor;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Are there enough replicas, and enough nodes for them? */
record ReplicationCheck() implements Check {
  private static final String NAME = "replication";
  private static final String ALTER =
      "Run ALTER KEYSPACE with NetworkTopologyStrategy and three replicas in each datacenter, then 'nodetool repair --full' on each node.";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    Map<String, Integer> nodes = new TreeMap<>();
    for (Node node : cluster.nodes()) {
      nodes.merge(Cluster.datacenter(node), 1, Integer::sum);
    }
    Replication replication = Replication.of(cluster.keyspace().orElseThrow(), nodes.keySet());
    return judge(replication, nodes, cluster.settings().localDatacenter());
  }

  /**
   * @param nodes the number of nodes by datacenter
   */
  static CheckResult judge(Replication replication, Map<String, Integer> nodes, String local) {
    String found =
        replication.strategy()
            + replication.replicas().entrySet().stream()
                .map(
                    entry ->
                        "; %s: replicas %d, nodes %d"
                            .formatted(
                                entry.getKey(),
                                entry.getValue(),
                                nodes.getOrDefault(entry.getKey(), 0)))
                .collect(joining());
    List<CheckResult> results = new ArrayList<>();
    results.add(CheckResult.ok(NAME, found));
    if (!replication.replicas().containsKey(local)) {
      results.add(
          CheckResult.error(
              NAME,
              found,
              "Datacenter '%s' has no replicas, so LOCAL_QUORUM is never reached there."
                  .formatted(local),
              ALTER));
    }
    replication
        .replicas()
        .forEach(
            (datacenter, replicas) ->
                results.add(of(found, datacenter, replicas, nodes.getOrDefault(datacenter, 0))));
    if (replication.isSimple() && nodes.values().stream().mapToInt(Integer::intValue).sum() > 1) {
      results.add(
          CheckResult.warning(
              NAME, found, "SimpleStrategy does not know of racks and datacenters.", ALTER));
    }
    return CheckResult.worst(results);
  }

  private static CheckResult of(String found, String datacenter, int replicas, int nodes) {
    int quorum = replicas / 2 + 1;
    if (replicas > nodes) {
      return CheckResult.error(
          NAME,
          found,
          quorum > nodes
              ? "A quorum in '%s' is %d nodes, which there are not: no write and no read succeeds."
                  .formatted(datacenter, quorum)
              : "There are fewer nodes in '%s' than replicas: a quorum is %d nodes, so fewer of them may fail than it seems."
                  .formatted(datacenter, quorum),
          "Add nodes to '%s', or lower its number of replicas by ALTER KEYSPACE."
              .formatted(datacenter));
    }
    if (replicas < 3) {
      return CheckResult.warning(
          NAME,
          found,
          replicas == 1
              ? "There is one copy of each row in '%s': if its node fails, its rows cannot be read or written, and are lost with its disk."
                  .formatted(datacenter)
              : "A quorum in '%s' is both replicas: if a node fails, its rows cannot be read or written."
                  .formatted(datacenter),
          nodes < 3 ? "For data that you want to keep, use three nodes or more. " + ALTER : ALTER);
    }
    return CheckResult.ok(NAME, found);
  }
}
