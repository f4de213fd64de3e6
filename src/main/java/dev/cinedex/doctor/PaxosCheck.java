package dev.cinedex.doctor;

import java.util.Map;
import java.util.Set;

/** Do all nodes decide claims by the second variant of Paxos? */
record PaxosCheck() implements Check {
  private static final String NAME = "paxos";
  private static final String SETTING = "paxos_variant";
  private static final String ADVICE =
      "Set 'paxos_variant: v2' in cassandra.yaml of every node, and restart the nodes one after the other.";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    return new NodeSettings(NAME, SETTING).judge(cluster, PaxosCheck::judge);
  }

  /**
   * @param variants by node
   */
  static CheckResult judge(Map<String, String> variants) {
    String found = "%s: %s".formatted(SETTING, OnNodes.text(variants));
    Set<String> different = Set.copyOf(variants.values());
    if (different.size() > 1) {
      return CheckResult.warning(
          NAME,
          found,
          "The nodes differ, which is meant for the time of an upgrade only: claims behave differently from node to node.",
          ADVICE);
    }
    return different.contains("v2")
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found,
            "With v1 a claim may fail as unavailable after it was decided, and needs more messages between nodes.",
            ADVICE);
  }
}
