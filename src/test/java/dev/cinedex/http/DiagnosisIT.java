package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.http.TestService.titles;
import static dev.cinedex.testing.Json.quoted;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.InStep;
import dev.cinedex.ledger.WriteStep;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an operator asks about a movie's rows. */
class DiagnosisIT {
  private static final CqlSession SESSION = TestService.cassandra().connect();
  private static final String MOVIE =
      quoted(
          "{'title':'Heat','releaseYear':1995,'genres':['Crime'],'actors':['%s','Val"
              + " Kilmer'],'synopsis':'s'}");

  private final Instant since = Instant.now();
  private final String actor = "Diagnosed " + UUID.randomUUID();

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    InStep.assertInStep(SESSION, Tables.shipped(), since);
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  /** At once, where the sweeper would wait for 30 s. */
  @Test
  void aVerifiedListFinishesWhatADeadWriterLeft() {
    UUID id = UUID.fromString(json(post(MOVIE.formatted(actor))).get("id").asText());
    TestInstance instance = TestInstance.on(SESSION);
    EntityWriter dying =
        instance
            .after(
                WriteStep.CLAIM,
                () -> {
                  throw new IllegalStateException("dies");
                })
            .writer();
    assertThatThrownBy(
            () ->
                dying.write(
                    id,
                    head ->
                        Decision.write(
                            Movies.with(requireNonNull(head.state())).title("Hot").state())))
        .hasMessage("dies");
    String list = "/actors/" + actor.replace(" ", "%20") + "/movies";
    assertThat(titles(list)).containsExactly("Heat");

    assertThat(titles(list + "?read=verified")).doesNotContain("Heat");

    Awaitility.await().untilAsserted(() -> assertThat(titles(list)).containsExactly("Hot"));
    Awaitility.await().until(() -> instance.ledger().read(id).settled());
    TestService.delete("/movies/" + id);
  }

  @Test
  void eachRowIsNamedWithItsState() {
    JsonNode movie = json(post(MOVIE.formatted(actor)));
    UUID id = UUID.fromString(movie.get("id").asText());
    String path = "/movies/" + id + "/rows";
    assertThat(states(path)).containsExactlyInAnyOrder("Crime ok", actor + " ok", "Val Kilmer ok");

    SESSION.execute(
        "DELETE FROM movies_by_actor WHERE actor = ? AND title = 'Heat' AND movie_id = ?",
        actor,
        id);
    SESSION.execute(
        "UPDATE movies_by_actor SET release_year = 1900 WHERE actor = 'Val Kilmer' AND title ="
            + " 'Heat' AND movie_id = ?",
        id);
    SESSION.execute(
        "INSERT INTO movies_by_actor (actor, title, movie_id, version) VALUES ('Ghost', 'Heat', ?,"
            + " 1)",
        id);

    assertThat(states(path))
        .containsExactlyInAnyOrder("Crime ok", actor + " missing", "Val Kilmer stale");
    assertThat(states(path + "?search=tables"))
        .containsExactlyInAnyOrder(
            "Crime ok", actor + " missing", "Val Kilmer stale", "Ghost orphaned");
    assertThat(titles("/actors/Ghost/movies")).containsExactly("Heat");
    assertThat(titles("/actors/Ghost/movies?read=verified")).isEmpty();
    JsonNode stale = row(path, "Val Kilmer");
    assertThat(stale.get("expected").get("release_year").asInt()).isEqualTo(1995);
    assertThat(stale.get("stored").get("release_year").asInt()).isEqualTo(1900);

    SESSION.execute("DELETE FROM movies_by_actor WHERE actor = 'Ghost'");
    SESSION.execute(
        "DELETE FROM movies_by_actor WHERE actor = 'Val Kilmer' AND title = 'Heat' AND movie_id ="
            + " ?",
        id);
    TestService.delete("/movies/" + id);
  }

  @Test
  void aMovieThatIsNotThereShouldHaveNoRows() {
    JsonNode rows = json(get("/movies/" + UUID.randomUUID() + "/rows?search=tables"));

    assertThat(rows.get("version").asLong()).isZero();
    assertThat(rows.get("rows")).isEmpty();
    assertProblem(
        get("/movies/" + UUID.randomUUID() + "/rows?search=all"),
        400,
        "urn:cinedex:problem:invalid-parameter");
  }

  @Test
  void aDryRunNamesTheRowsAndSendsNothing() {
    JsonNode plan = json(send("POST", "/movies?dryRun=true", MOVIE.formatted(actor)));
    assertThat(plan.get("effect").asText()).isEqualTo("created");
    assertThat(plan.get("insert")).hasSize(3);
    assertThat(plan.get("batches").asInt()).isEqualTo(1);
    assertThat(plan.get("bytes").asInt()).isPositive();
    assertThat(get("/movies/" + plan.get("id").asText()).statusCode()).isEqualTo(404);

    String path = "/movies/" + json(post(MOVIE.formatted(actor))).get("id").asText();
    JsonNode recast =
        json(send("PATCH", path + "?dryRun=true", quoted("{'actors':['Val Kilmer']}")));
    assertThat(recast.get("effect").asText()).isEqualTo("changed");
    assertThat(recast.get("delete").get(0).get("table").asText()).isEqualTo("movies_by_actor");
    assertThat(recast.get("delete").get(0).get("key").get("actor").asText()).isEqualTo(actor);
    assertThat(recast.get("replaces").asText()).isEqualTo(json(get(path)).get("version").asText());

    JsonNode same = json(send("PUT", path + "?dryRun=true", MOVIE.formatted(actor)));
    assertThat(same.get("effect").asText()).isEqualTo("unchanged");
    assertThat(same.get("insert")).isEmpty();
    JsonNode gone = json(send("DELETE", path + "?dryRun=true", ""));
    assertThat(gone.get("delete")).hasSize(3);
    assertThat(titles("/actors/" + actor.replace(" ", "%20") + "/movies")).containsExactly("Heat");
  }

  @Test
  void aDryRunIsRefusedAsTheWriteWouldBe() {
    String path = "/movies/" + UUID.randomUUID();

    assertProblem(
        send("DELETE", path + "?dryRun=true", ""), 404, "urn:cinedex:problem:no-such-movie");
    assertProblem(
        send("DELETE", path + "?dryRun=yes", ""), 400, "urn:cinedex:problem:invalid-parameter");
    assertProblem(
        send("PUT", path + "?dryRun=true", MOVIE.formatted(actor), "If-Match", "\"1\""),
        412,
        "urn:cinedex:problem:precondition-failed");
  }

  private static List<String> states(String path) {
    return rows(path).stream().map(row -> name(row) + " " + row.get("state").asText()).toList();
  }

  private static JsonNode row(String path, String name) {
    return rows(path).stream().filter(row -> name(row).equals(name)).findFirst().orElseThrow();
  }

  private static List<JsonNode> rows(String path) {
    return StreamSupport.stream(json(get(path)).get("rows").spliterator(), false).toList();
  }

  private static String name(JsonNode row) {
    JsonNode key = row.get("key");
    return key.get(key.has("actor") ? "actor" : "genre").asText();
  }
}
