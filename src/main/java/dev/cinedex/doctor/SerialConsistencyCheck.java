package dev.cinedex.doctor;

import java.util.Set;
import java.util.TreeSet;

/** Do all datacenters decide claims in which instances may write? */
record SerialConsistencyCheck() implements Check {
  private static final String NAME = "serial_consistency";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    Replication replication =
        Replication.of(cluster.keyspace().orElseThrow(), cluster.datacenters());
    return judge(cluster.settings().serialConsistency(), replication.replicas().keySet());
  }

  /**
   * @param datacenters the ones that have replicas
   */
  static CheckResult judge(String consistency, Set<String> datacenters) {
    String found =
        "%s; datacenters with replicas: %s"
            .formatted(consistency, String.join(", ", new TreeSet<>(datacenters)));
    return consistency.equals("SERIAL") || datacenters.size() == 1
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found,
            "Each datacenter decides claims on its own. If instances write in more than one, two of them may claim the same version, and writes are lost.",
            "If instances write in more than one datacenter, set cassandra.serialConsistency to SERIAL on all of them. If not, leave it as it is.");
  }
}
