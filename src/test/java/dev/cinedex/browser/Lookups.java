package dev.cinedex.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Lookup tables that a test makes and drops, and the jobs on them. */
final class Lookups {
  /** A job waits as long for another process that changes the schema. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A declaration of a table by persons, whatever they did. */
  static final Map<String, Object> BY_PERSON =
      Map.of(
          "partition",
          List.of(Map.of("person", List.of("actor", "director"))),
          "clustering",
          List.of("role", "title"));

  private Lookups() {}

  /** Builds tables at the same time, and waits until they are ready. */
  static void build(Map<String, Map<String, Object>> declarations) {
    List<String> jobs =
        declarations.entrySet().stream()
            .map(table -> begin(table.getKey(), build(table.getValue())))
            .toList();
    jobs.forEach(job -> assertThat(end(job).get("state").asText()).isEqualTo("done"));
  }

  static Map<String, Object> build(Object declaration) {
    return Map.of("kind", "build", "declaration", declaration);
  }

  /**
   * Begins a job, and returns its id. Waits while the service refuses it because an instance has
   * not noticed that the job before it was cancelled.
   */
  static String begin(String table, Map<String, Object> job) {
    return await()
        .atMost(PATIENCE)
        .ignoreExceptionsMatching(
            refusal -> String.valueOf(refusal.getMessage()).contains("problem:lookup-state"))
        .until(() -> Api.post("/lookups/" + table + "/jobs", job), begun -> true)
        .get("id")
        .asText();
  }

  /** Waits until a job is finished. */
  static JsonNode end(String job) {
    return await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> Api.get("/jobs/" + job), found -> found.has("finishedAt"));
  }

  static void cancel(String job) {
    Api.patch("/jobs/" + job, Map.of("state", "cancelled"));
  }

  /**
   * Drops those of some tables that there are, so that other tests do not write to them. A job on
   * them must be finished or cancelled.
   */
  static void drop(String... tables) {
    List<String> there = names();
    there.retainAll(List.of(tables));
    for (String table : there) {
      if (Api.get("/lookups/" + table).get("state").asText().equals("ready")) {
        Api.patch("/lookups/" + table, Map.of("state", "retired"));
      }
      // It is refused while an instance has not noticed that a job on the table has ended.
      await().atMost(PATIENCE).untilAsserted(() -> Api.delete("/lookups/" + table));
    }
    await().atMost(PATIENCE).until(() -> Collections.disjoint(names(), there));
  }

  /** Returns the names of all lookup tables. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    Api.get("/lookups").get("items").forEach(lookup -> names.add(lookup.get("name").asText()));
    return names;
  }
}
