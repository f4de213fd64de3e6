package dev.cinedex.doctor;

/** Is there room for more lookup tables? */
record TablesCheck() implements Check {
  private static final String NAME = "tables";

  /** The number of tables above which the nodes need much memory for them alone. */
  private static final int MANY = 200;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    int all = cluster.session().execute("SELECT table_name FROM system_schema.tables").all().size();
    return judge(
        cluster.schema().lookupTables(cluster.session()).size(),
        cluster.schema().mostTables(),
        all);
  }

  /**
   * @param lookups the number of lookup tables
   * @param most the number of lookup tables that there may be
   * @param all the number of tables in all keyspaces of the cluster
   */
  static CheckResult judge(int lookups, int most, int all) {
    String found =
        "%d lookup tables of at most %d; %d tables in the cluster".formatted(lookups, most, all);
    if (lookups >= most) {
      return CheckResult.warning(
          NAME,
          found,
          "No lookup table can be added. Each one makes every write dearer.",
          "Retire and drop tables that nobody reads, or raise limits.tables.");
    }
    return all <= MANY
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found,
            "Each table takes memory on every node, whether it is used or not.",
            "Drop tables and keyspaces of the cluster that nobody uses.");
  }
}
