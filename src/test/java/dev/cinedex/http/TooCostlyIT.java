package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.put;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.movie.Movies;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Movies whose rows in a table by actor and genre would be larger than {@code limits.writeSize}.
 */
class TooCostlyIT {
  private static final String TABLE = "/lookups/movies_by_actor_and_genre";
  private static final String BUILD =
      quoted("{'kind':'build','declaration':{'partition':['actor','genre'],'columns':'all'}}");
  private static final String TOO_COSTLY = "urn:cinedex:problem:too-costly";

  /** 500 names, of 64 bytes each: the actors of one movie have 32 KB, and so has each row. */
  private static final List<String> CAST =
      IntStream.range(0, 500).mapToObj(i -> "%04d%s".formatted(i, "é".repeat(30))).toList();

  private static final List<String> GENRES =
      IntStream.range(0, 20).mapToObj(i -> "Genre " + i).toList();

  private final String path = "/movies/" + UUID.randomUUID();

  @AfterEach
  void drop() {
    TestService.delete(path);
    send("PATCH", TABLE, quoted("{'state':'retired'}"));
    TestService.drop(TABLE);
  }

  @Test
  void aMovieIsRefusedBeforeAnythingIsWritten() {
    assertThat(build().get("state").asText()).isEqualTo("done");

    HttpResponse<String> refused = put(path, movie(CAST));

    assertProblem(refused, 422, TOO_COSTLY);
    assertThat(json(refused).get("detail").asText())
        .contains("would have 10000 rows of ", " MiB in movies_by_actor_and_genre, and ")
        .contains("limits.writeSize is 256.0 MiB");
    assertProblem(put(path + "?dryRun=true", movie(CAST)), 422, TOO_COSTLY);
    assertThat(get(path).statusCode()).isEqualTo(404);
    assertThat(json(get(path + "/rows")).get("rows")).isEmpty();
    assertThat(put(path, movie(CAST.subList(0, 50))).statusCode()).isEqualTo(201);
  }

  @Test
  void aBuildFindsTheMoviesThatItWouldMakeTooCostly() {
    assertThat(put(path, movie(CAST)).statusCode()).isEqualTo(201);

    JsonNode failed = build();

    assertThat(failed.get("state").asText()).isEqualTo("failed");
    assertThat(failed.get("message").asText())
        .contains("The rows of 1 movies are too large to be written, see the findings");
    assertThat(failed.get("missing").asLong()).isEqualTo(1);
    List<String> findings =
        get("/jobs/" + failed.get("id").asText() + "/findings").body().lines().toList();
    assertThat(findings).hasSize(1);
    JsonNode finding = json(findings.get(0));
    assertThat(finding.get("state").asText()).isEqualTo("too_costly");
    assertThat(path).endsWith(finding.get("movieId").asText());

    assertThat(put(path, movie(CAST.subList(0, 50))).statusCode()).isEqualTo(200);
    assertThat(build().get("state").asText()).isEqualTo("done");
  }

  private static String movie(List<String> actors) {
    return Movies.json("Costly", GENRES, actors);
  }

  private static JsonNode build() {
    HttpResponse<String> begun = send("POST", TABLE + "/jobs", BUILD);
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    return Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> json(get("/jobs/" + json(begun).get("id").asText())),
            job -> job.has("finishedAt"));
  }
}
