package dev.cinedex.doctor;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.util.Map;
import java.util.TreeMap;

/** The text of a value that several nodes have. */
final class OnNodes {
  private OnNodes() {}

  /**
   * Returns the value that all nodes have, or each value with its nodes.
   *
   * @param values by node
   */
  static String text(Map<String, String> values) {
    Map<String, String> nodes =
        values.entrySet().stream()
            .collect(
                groupingBy(
                    Map.Entry::getValue, TreeMap::new, mapping(Map.Entry::getKey, joining(", "))));
    return nodes.size() == 1
        ? nodes.keySet().iterator().next() + " on each node"
        : nodes.entrySet().stream()
            .map(value -> "%s on %s".formatted(value.getKey(), value.getValue()))
            .collect(joining("; "));
  }
}
