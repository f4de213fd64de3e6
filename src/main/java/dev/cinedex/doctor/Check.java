package dev.cinedex.doctor;

/** A question about the cluster or the schema, with the judgement of its answer. */
interface Check {
  /** Returns the name, as in the output of the command and in the metric. */
  String name();

  /** Returns whether the checks after this one depend on its success. */
  default boolean isNeededByOthers() {
    return false;
  }

  /**
   * Asks and judges.
   *
   * @throws com.datastax.oss.driver.api.core.DriverException when Cassandra does not answer
   */
  CheckResult run(Cluster cluster);
}
