package dev.cinedex.doctor;

import static java.util.stream.Collectors.joining;

import dev.cinedex.catalog.GcGrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Is {@code gc_grace_seconds} of each table long enough, and that of the notes short? */
record GraceCheck() implements Check {
  private static final String NAME = "gc_grace";
  private static final int DEFAULT = 864_000;
  private static final int LEAST = 86_400;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    Map<String, Integer> seconds = new TreeMap<>();
    cluster
        .keyspace()
        .orElseThrow()
        .getTables()
        .values()
        .forEach(
            table ->
                GcGrace.seconds(table)
                    .ifPresent(grace -> seconds.put(table.getName().asInternal(), grace)));
    return judge(seconds, cluster.schema().declaredGrace());
  }

  /**
   * @param seconds by table
   * @param declared the seconds of the tables that the schema gives other ones than the default
   */
  static CheckResult judge(Map<String, Integer> seconds, Map<String, Integer> declared) {
    List<CheckResult> results = new ArrayList<>();
    results.add(
        CheckResult.ok(
            NAME,
            seconds.entrySet().stream()
                .filter(table -> table.getValue() != DEFAULT)
                .map(table -> "%s: %d".formatted(table.getKey(), table.getValue()))
                .collect(joining(", ", "the default of ten days, but ", ""))
                .replaceFirst(", but $", "")));
    seconds.forEach(
        (table, grace) -> {
          Integer expected = declared.get(table);
          results.add(expected == null ? ofTable(table, grace) : ofNotes(table, grace, expected));
        });
    return CheckResult.worst(results);
  }

  private static CheckResult ofTable(String table, int grace) {
    String found = "%s: %d".formatted(table, grace);
    String advice =
        "Run 'ALTER TABLE %s WITH gc_grace_seconds = %d', then 'lookups verify' of the lookup tables."
            .formatted(table, DEFAULT);
    if (grace == 0) {
      return CheckResult.error(
          NAME,
          found,
          "Cassandra drops the logged batches and the hints of this table at once: rows may stay missing or come back.",
          advice);
    }
    return grace >= LEAST
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found,
            "Deleted rows may come back unless Cassandra is repaired, and lookup tables verified, within this time.",
            advice);
  }

  private static CheckResult ofNotes(String table, int grace, int expected) {
    String found = "%s: %d, and the schema has %d".formatted(table, grace, expected);
    return grace == expected
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found,
            grace > expected
                ? "The tombstones of notes stay longer than they are needed, and slow down questions about notes."
                : "Hints for a node that was down are dropped earlier than intended.",
            "Run 'java -jar cinedex.jar schema apply config.yml', which sets it.");
  }
}
