package dev.cinedex.doctor;

import static java.util.stream.Collectors.joining;

import io.dropwizard.util.DataSize;
import java.util.Map;

/** Does every node accept logged batches of {@code cassandra.batchSize}? */
record BatchSizeCheck() implements Check {
  private static final String NAME = "batch_size";
  private static final String SETTING = "batch_size_fail_threshold";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    return new NodeSettings(NAME, SETTING)
        .judge(cluster, thresholds -> judge(thresholds, cluster.settings().batchSize()));
  }

  /**
   * @param thresholds the sizes that Cassandra refuses, by node
   * @param batchSize the largest batch of this process
   */
  static CheckResult judge(Map<String, String> thresholds, DataSize batchSize) {
    String found =
        "cassandra.batchSize is %s; %s: %s"
            .formatted(text(batchSize), SETTING, OnNodes.text(thresholds));
    String tooSmall =
        thresholds.entrySet().stream()
            .filter(node -> bytes(node.getValue()) < batchSize.toBytes())
            .map(Map.Entry::getKey)
            .collect(joining(", "));
    return tooSmall.isEmpty()
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found,
            "Batches that are larger than the threshold of %s are refused there, and sent again in parts: such writes take longer."
                .formatted(tooSmall),
            "Raise %s in cassandra.yaml of these nodes, or set a smaller cassandra.batchSize."
                .formatted(SETTING));
  }

  private static long bytes(String threshold) {
    return DataSize.parse(threshold).toBytes();
  }

  private static String text(DataSize size) {
    return size.toBytes() % 1024 == 0 ? size.toKibibytes() + "KiB" : size.toBytes() + "B";
  }
}
