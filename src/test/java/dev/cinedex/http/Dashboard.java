package dev.cinedex.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** The dashboard for Grafana. */
final class Dashboard {
  static final Path FILE = Path.of("docker", "dashboard.json");

  private Dashboard() {}

  /**
   * A query of a panel.
   *
   * @param expression with the variables of the dashboard
   * @param legend names labels of the result as {@code {{label}}}
   */
  record Query(String panel, String expression, String legend) {}

  static JsonNode read() {
    try {
      return new ObjectMapper().readTree(FILE.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the rows and the panels below them, in order. */
  static List<JsonNode> all() {
    return StreamSupport.stream(read().get("panels").spliterator(), false).toList();
  }

  static List<JsonNode> rows() {
    return all().stream().filter(Dashboard::isRow).toList();
  }

  static List<JsonNode> panels() {
    return all().stream().filter(panel -> !isRow(panel)).toList();
  }

  static List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    for (JsonNode panel : panels()) {
      for (JsonNode target : panel.get("targets")) {
        queries.add(
            new Query(
                panel.get("title").asText(),
                target.get("expr").asText(),
                target.get("legendFormat").asText()));
      }
    }
    return queries;
  }

  private static boolean isRow(JsonNode panel) {
    return panel.get("type").asText().equals("row");
  }
}
