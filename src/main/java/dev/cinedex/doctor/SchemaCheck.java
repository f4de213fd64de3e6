package dev.cinedex.doctor;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.lookup.LookupTable;
import java.util.List;

/** Are all tables there, with their columns, and do the nodes agree on them? */
record SchemaCheck() implements Check {
  private static final String NAME = "schema";

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
    List<LookupTable> lookups;
    try {
      lookups = cluster.schema().requireComplete(cluster.session());
    } catch (CinedexException e) {
      return incomplete(String.valueOf(e.getMessage()));
    }
    Row local = cluster.session().execute("SELECT schema_version FROM system.local").one();
    return judge(
        lookups.size(),
        local == null ? "unknown" : String.valueOf(local.getUuid(0)),
        cluster.session().checkSchemaAgreement());
  }

  static CheckResult incomplete(String reason) {
    return CheckResult.error(
        NAME,
        reason,
        "The service answers no request before this is done.",
        "Run 'java -jar cinedex.jar schema apply config.yml', unless the line above names another step.");
  }

  /**
   * @param version the version that a node has
   * @param agree whether all nodes have it
   */
  static CheckResult judge(int lookups, String version, boolean agree) {
    String found =
        "complete, with %d lookup tables; the nodes %s on version %s"
            .formatted(lookups, agree ? "agree" : "do not agree", version);
    return agree
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found,
            "The nodes disagree on the schema. Requests may fail, and 'schema apply' waits.",
            "Run 'nodetool describecluster', and restart a node that keeps another version.");
  }
}
