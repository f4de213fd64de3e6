package dev.cinedex.doctor;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** A setting of Cassandra, as each node has it. */
final class NodeSettings {
  private static final String QUERY = "SELECT value FROM system_views.settings WHERE name = ?";
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final String check;
  private final String setting;

  /**
   * @param check the name of the check that asks
   */
  NodeSettings(String check, String setting) {
    this.check = check;
    this.setting = setting;
  }

  /**
   * Judges the setting by its values, by node. Each node of the local datacenter is asked: a
   * virtual table has the rows of one node, and queries are not sent to other datacenters.
   */
  CheckResult judge(Cluster cluster, Function<Map<String, String>, CheckResult> judgement) {
    SimpleStatement query = SimpleStatement.newInstance(QUERY, setting).setTimeout(TIMEOUT);
    Map<String, String> values = new TreeMap<>();
    for (Node node : cluster.localNodes()) {
      if (node.getState() != NodeState.UP) {
        continue; // the check of the datacenter names it
      }
      try {
        Row row = cluster.session().execute(query.setNode(node)).one();
        String value = row == null ? null : row.getString(0);
        if (value != null) {
          values.put(Cluster.name(node), value);
        }
      } catch (UnauthorizedException e) {
        return notAllowed();
      } catch (DriverException e) {
        return silent(Cluster.name(node), String.valueOf(e.getMessage()));
      }
    }
    return values.isEmpty() ? absent() : judgement.apply(values);
  }

  CheckResult notAllowed() {
    return unknown(
        "The role of this process may not read system_views.settings.",
        "Run 'GRANT SELECT ON system_views.settings TO ROLE', with the role of CASSANDRA_USERNAME.");
  }

  CheckResult silent(String node, String reason) {
    return unknown(
        "%s does not tell its settings: %s".formatted(node, reason),
        "Look at this node, and whether this machine reaches it.");
  }

  CheckResult absent() {
    return unknown(
        "No node has the setting '%s'.".formatted(setting), "Use Cassandra 5.0.7 or later.");
  }

  private CheckResult unknown(String found, String advice) {
    return CheckResult.warning(
        check, found, "It is not known which '%s' the nodes have.".formatted(setting), advice);
  }
}
