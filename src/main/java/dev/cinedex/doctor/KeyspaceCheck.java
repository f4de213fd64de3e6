package dev.cinedex.doctor;

/** Does the keyspace exist? */
record KeyspaceCheck() implements Check {
  private static final String NAME = "keyspace";

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
    String keyspace = cluster.settings().keyspace();
    return cluster.keyspace().isPresent()
        ? CheckResult.ok(NAME, "'%s' exists".formatted(keyspace))
        : CheckResult.error(
            NAME,
            "There is no keyspace '%s'".formatted(keyspace),
            "Without its tables Cinedex can do nothing.",
            "Set CASSANDRA_KEYSPACE to the right one, or run 'java -jar cinedex.jar schema apply config.yml', which creates it.");
  }
}
