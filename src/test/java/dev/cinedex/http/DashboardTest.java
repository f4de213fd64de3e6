package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The dashboard is complete, as far as that can be seen without Grafana. */
class DashboardTest {
  private static final int WIDTH = 24;

  /** The units of Grafana that fit the metrics. */
  private static final Set<String> UNITS =
      Set.of("short", "bool_yes_no", "percentunit", "s", "bytes", "Bps", "ops", "reqps", "rowsps");

  @Test
  void itHasARowForEachQuestion() {
    assertThat(Dashboard.rows())
        .extracting(row -> row.get("title").asText())
        .containsExactly(
            "Is it well?",
            "Writes",
            "Reads",
            "Tables",
            "Jobs",
            "Refusals",
            "Cassandra nodes",
            "JVM and process");
  }

  @Test
  void everyPanelHasAnIdOfItsOwn() {
    assertThat(Dashboard.all())
        .extracting(panel -> panel.get("id").asInt())
        .doesNotHaveDuplicates();
    assertThat(Dashboard.panels())
        .extracting(panel -> panel.get("title").asText())
        .doesNotHaveDuplicates();
  }

  @Test
  void everyPanelSaysWhatItShows() {
    assertThat(Dashboard.panels())
        .hasSizeGreaterThan(30)
        .allSatisfy(
            panel -> {
              assertThat(panel.get("title").asText()).isNotBlank();
              assertThat(panel.get("description").asText()).matches("(?s)[A-Z].{20,}\\.");
              assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isIn(UNITS);
              assertThat(panel.get("targets")).isNotEmpty();
            });
  }

  @Test
  void everyQueryGoesByTheVariables() {
    Set<String> variables =
        new HashSet<>(Dashboard.read().at("/templating/list").findValuesAsText("name"));

    assertThat(variables).containsExactlyInAnyOrder("datasource", "instance");
    assertThat(Dashboard.panels())
        .allSatisfy(
            panel -> assertThat(panel.findValuesAsText("uid")).containsOnly("${datasource}"));
    assertThat(Dashboard.queries())
        .filteredOn(query -> !query.expression().contains("ALERTS"))
        .allSatisfy(
            query -> {
              int selectors =
                  query.expression().split("(?:cinedex|jvm|process)_[a-z_]+", -1).length;
              assertThat(query.expression().split("instance=~\"\\$instance\"", -1))
                  .as(query.panel())
                  .hasSize(selectors);
            });
  }

  @Test
  void noPanelsOverlap() {
    Set<List<Integer>> taken = new HashSet<>();
    for (JsonNode panel : Dashboard.all()) {
      JsonNode place = panel.get("gridPos");
      int right = place.get("x").asInt() + place.get("w").asInt();
      assertThat(right).isLessThanOrEqualTo(WIDTH);
      for (int x = place.get("x").asInt(); x < right; x++) {
        for (int y = 0; y < place.get("h").asInt(); y++) {
          assertThat(taken.add(List.of(x, place.get("y").asInt() + y)))
              .as(panel.get("title").asText())
              .isTrue();
        }
      }
    }
  }
}
