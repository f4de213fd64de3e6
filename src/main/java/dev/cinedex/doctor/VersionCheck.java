package dev.cinedex.doctor;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Has every node a version of Cassandra with the security fixes? */
record VersionCheck() implements Check {
  private static final String NAME = "version";
  private static final Version LEAST = Objects.requireNonNull(Version.parse("5.0.7"));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    Map<String, Version> versions = new TreeMap<>();
    for (Node node : cluster.nodes()) {
      Version version = node.getCassandraVersion();
      if (version != null) { // the driver has not read that node's row yet
        versions.put(Cluster.name(node), version);
      }
    }
    return judge(versions);
  }

  /**
   * @param versions by node
   */
  static CheckResult judge(Map<String, Version> versions) {
    boolean isOld = versions.values().stream().anyMatch(version -> version.compareTo(LEAST) < 0);
    if (!isOld) {
      return CheckResult.ok(
          NAME,
          "Cassandra "
              + versions.values().stream()
                  .map(Version::toString)
                  .distinct()
                  .collect(joining(", ")));
    }
    return CheckResult.warning(
        NAME,
        versions.entrySet().stream()
            .filter(node -> node.getValue().compareTo(LEAST) < 0)
            .map(node -> node.getKey() + " has Cassandra " + node.getValue())
            .collect(joining(", ")),
        "Versions before %s have CVE-2026-27314 and CVE-2026-32588.".formatted(LEAST),
        "Upgrade these nodes to %s or later.".formatted(LEAST));
  }
}
