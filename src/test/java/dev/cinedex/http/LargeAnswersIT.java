package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.ThoroughTest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Answers about one of the largest movies: its rows have 97 MB together. */
class LargeAnswersIT {
  private static final int PAGE_BYTES = 4 << 20;
  private static final int ACTORS = 500;

  /** So many that their rows need several passes of a repair. */
  private static final int DELETED = 60;

  private static final String PATH = "/movies/" + UUID.randomUUID();

  @BeforeAll
  static void write() {
    assertThat(put("Large", "").statusCode()).isEqualTo(201);
  }

  @AfterAll
  static void delete() {
    assertThat(TestService.delete(PATH).statusCode()).isEqualTo(204);
  }

  @ThoroughTest
  void aComparisonShowsTheFirstRowsWholeAndOfTheOthersTheKeys() {
    HttpResponse<String> answer = get(PATH + "/rows");

    assertThat(answer.body().length()).isBetween(PAGE_BYTES / 2, 2 * PAGE_BYTES);
    JsonNode rows = json(answer).get("rows");
    assertThat(rows).hasSize(ACTORS + 1).allMatch(row -> row.get("state").asText().equals("ok"));
    assertThat(rows).allMatch(row -> row.get("key").size() >= 3);
    assertThat(rows.get(0).has("expected")).isTrue();
    assertThat(rows.get(0).has("stored")).isTrue();
    assertThat(rows.get(ACTORS).has("expected")).isFalse();
    assertThat(rows.get(ACTORS).has("stored")).isFalse();
  }

  @ThoroughTest
  void aDryRunShowsTheFirstRowsWholeAndOfTheOthersTheKeys() {
    HttpResponse<String> answer = put("Renamed", "?dryRun=true");

    assertThat(answer.body().length()).isBetween(PAGE_BYTES / 2, 2 * PAGE_BYTES);
    JsonNode insert = json(answer).get("insert");
    assertThat(insert).hasSize(ACTORS + 1).allMatch(row -> row.has("row") != row.has("key"));
    assertThat(insert.get(0).get("row").get("title").asText()).isEqualTo("Renamed");
    assertThat(insert.get(ACTORS).get("key").get("title").asText()).isEqualTo("Renamed");
    long whole =
        StreamSupport.stream(insert.spliterator(), false).filter(row -> row.has("row")).count();
    assertThat(whole).isBetween(5L, 50L);
  }

  @ThoroughTest
  void aRepairReachesTheRowsBehindThoseThatAnAnswerHolds() {
    try (CqlSession session = TestService.cassandra().connect()) {
      for (int actor = ACTORS - DELETED; actor < ACTORS; actor++) {
        session.execute("DELETE FROM movies_by_actor WHERE actor = ?", name(actor));
      }
    }

    JsonNode repaired = json(send("POST", PATH + "/rows", ""));

    assertThat(repaired.get("repaired").asInt()).isEqualTo(DELETED);
    assertThat(repaired.get("rows")).allMatch(row -> row.get("state").asText().equals("ok"));
  }

  private static String name(int actor) {
    return "%03d%s".formatted(actor, "é".repeat(194));
  }

  private static HttpResponse<String> put(String title, String query) {
    List<String> actors = IntStream.range(0, ACTORS).mapToObj(LargeAnswersIT::name).toList();
    return send("PUT", PATH + query, Movies.json(title, List.of("Drama"), actors));
  }
}
