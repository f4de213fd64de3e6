package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of a table are paged; each comes once, in however many buckets its rows are. */
class KeysIT {
  private static final int MOVIES = 12;

  @Test
  void eachKeyComesOnce() {
    List<String> genres = IntStream.range(0, 5).mapToObj(i -> "Keyed " + i).toList();
    for (int i = 0; i < MOVIES; i++) { // more than there are buckets
      post(
          "{\"title\":\"Keyed %d\",\"releaseYear\":1995,\"genres\":[\"%s\"],\"actors\":[]}"
              .formatted(i, String.join("\",\"", genres)));
    }

    List<String> keys = new ArrayList<>();
    String cursor = null;
    do {
      JsonNode page = page(cursor);
      assertThat(page.get("items")).hasSizeLessThanOrEqualTo(2);
      page.get("items").forEach(key -> keys.add(key.get("genre").asText()));
      cursor = page.path("nextCursor").asText(null);
    } while (cursor != null);

    assertThat(keys).doesNotHaveDuplicates().containsAll(genres);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "limt=5 | Unknown query parameter 'limt'. Allowed: cursor, limit",
        "limit=1&limit=2 | limit: given 2 times; send it once",
        "limit=201 | limit: must be a number from 1 to 200"
      })
  void wrongParametersAreRefused(String query, String detail) {
    HttpResponse<String> refused = get("/lookups/movies_by_genre/keys?" + query);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(json(refused).get("detail").asText()).isEqualTo(detail);
  }

  /** Where the node is not the embedded one, nobody plants faults. */
  @Test
  void noFaultIsPlantedInACluster() {
    String fault = "{\"table\":\"movies_by_actor\",\"kind\":\"stale\"}";

    assertThat(send("POST", "/demo/faults", fault).statusCode()).isEqualTo(404);
  }

  private static JsonNode page(@Nullable String cursor) {
    return json(
        get("/lookups/movies_by_genre/keys?limit=2" + (cursor == null ? "" : "&cursor=" + cursor)));
  }
}
