package dev.cinedex.doctor;

import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The replication of a keyspace.
 *
 * @param strategy the simple name of its class
 * @param replicas the number of full replicas by datacenter; without datacenters that have none
 */
record Replication(String strategy, Map<String, Integer> replicas) {
  Replication {
    replicas = Collections.unmodifiableMap(new TreeMap<>(replicas));
  }

  /**
   * Reads the replication of a keyspace.
   *
   * @param datacenters those of the cluster: SimpleStrategy names none, and its number of replicas
   *     is taken for the only one, or for each of them
   */
  static Replication of(KeyspaceMetadata keyspace, Set<String> datacenters) {
    Map<String, String> options = new TreeMap<>(keyspace.getReplication());
    String strategy = String.valueOf(options.remove("class")).replaceAll(".*\\.", "");
    Map<String, Integer> replicas = new TreeMap<>();
    String everywhere = options.remove("replication_factor");
    if (everywhere != null) {
      datacenters.forEach(datacenter -> replicas.put(datacenter, number(everywhere)));
    }
    options.forEach((datacenter, number) -> replicas.put(datacenter, number(number)));
    replicas.values().removeIf(number -> number == 0);
    return new Replication(strategy, replicas);
  }

  /** Transient replication has the form "3/1": three replicas, one of which is transient. */
  private static int number(String text) {
    return Integer.parseInt(text.replaceAll("/.*", ""));
  }

  boolean isSimple() {
    return strategy.equals("SimpleStrategy");
  }
}
