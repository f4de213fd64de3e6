package dev.cinedex.doctor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.google.common.collect.ImmutableList;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.catalog.Schema;
import dev.cinedex.entity.EntityType;
import dev.cinedex.errors.StartupException;
import java.util.ArrayList;
import java.util.List;

/**
 * Examines the cluster and the schema, a check after the other. The command, the health check and
 * the metric all tell what it found.
 */
public final class Doctor {
  /** The checks in their order: each may depend on what those before it have found. */
  static final ImmutableList<Check> CHECKS =
      ImmutableList.of(
          new ConnectionCheck(),
          new DatacenterCheck(),
          new VersionCheck(),
          new ClockCheck(),
          new BatchSizeCheck(),
          new PaxosCheck(),
          new KeyspaceCheck(),
          new ReplicationCheck(),
          new SerialConsistencyCheck(),
          new SchemaCheck(),
          new GraceCheck(),
          new TablesCheck(),
          new NotesCheck(),
          new ImportsCheck());

  private final CassandraFactory cassandra;
  private final Schema schema;
  private final EntityType entity;

  public Doctor(CassandraFactory cassandra, Schema schema, EntityType entity) {
    this.cassandra = cassandra;
    this.schema = schema;
    this.entity = entity;
  }

  /** Does all checks on a session of its own. What cannot be opened is a failed check. */
  public List<CheckResult> examine() {
    CqlSession session;
    try {
      session = cassandra.connectToExamine();
    } catch (StartupException | DriverException e) {
      return withoutSession(String.valueOf(e.getMessage()));
    }
    try {
      return examine(session);
    } finally {
      session.close();
    }
  }

  /** Does all checks on an open session. */
  public List<CheckResult> examine(CqlSession session) {
    Cluster cluster = new Cluster(cassandra, schema, entity, session);
    List<CheckResult> results = new ArrayList<>();
    String failed = "";
    for (Check check : CHECKS) {
      if (failed.isEmpty()) {
        CheckResult result = run(check, cluster);
        results.add(result);
        failed = result.isError() && check.isNeededByOthers() ? check.name() : "";
      } else {
        results.add(notChecked(check, failed));
      }
    }
    return results;
  }

  /** Returns the results of a time at which no check is done yet. */
  static List<CheckResult> beforeTheFirst() {
    return CHECKS.stream()
        .map(check -> CheckResult.notChecked(check.name(), "not checked yet"))
        .toList();
  }

  static List<CheckResult> withoutSession(String reason) {
    List<CheckResult> results = new ArrayList<>();
    results.add(
        CheckResult.error(
            ConnectionCheck.NAME,
            reason,
            "Cinedex cannot read or write anything.",
            "Do what the line above says. CASSANDRA_CONTACT_POINTS, CASSANDRA_USERNAME and CASSANDRA_PASSWORD_FILE decide how Cinedex connects."));
    CHECKS.stream()
        .skip(1)
        .map(check -> notChecked(check, ConnectionCheck.NAME))
        .forEach(results::add);
    return results;
  }

  private static CheckResult notChecked(Check check, String failed) {
    return CheckResult.notChecked(
        check.name(), "not checked, because '%s' failed".formatted(failed));
  }

  private static CheckResult run(Check check, Cluster cluster) {
    try {
      return check.run(cluster);
    } catch (UnauthorizedException e) {
      return CheckResult.error(
          check.name(),
          String.valueOf(e.getMessage()),
          "The role of this process lacks a permission that Cinedex needs.",
          "Grant the role of CASSANDRA_USERNAME what the line above names.");
    } catch (DriverException e) {
      return CheckResult.error(
          check.name(),
          "Cassandra does not answer: " + e.getMessage(),
          "Requests that need it fail in the same way.",
          "Look whether a quorum of the nodes is up, and how busy they are.");
    } catch (RuntimeException e) {
      return CheckResult.error(
          check.name(),
          String.valueOf(e.getMessage()),
          "This check could not be done.",
          "Do what the line above says, or report it as a fault of Cinedex.");
    }
  }
}
