package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.put;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rows of one movie: who wrote them, and their repair. */
class RepairedRowsIT {
  private static final CqlSession SESSION = TestService.cassandra().connect();
  private static final String MOVIE =
      quoted("{'title':'Heat','releaseYear':1995,'genres':['Crime'],'actors':['%s','Val Kilmer']}");

  private final Instant since = Instant.now();
  private final String actor = "Repaired " + UUID.randomUUID();
  private UUID id = new UUID(0, 0);
  private String rows = "";

  @BeforeEach
  void writeAMovie() {
    id = UUID.fromString(json(post(MOVIE.formatted(actor))).get("id").asText());
    rows = "/movies/" + id + "/rows";
  }

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    TestService.delete("/movies/" + id);
    InStep.assertInStep(SESSION, Tables.shipped(), since);
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  private void plantAMissingAStaleAndAnOrphanedRow() {
    put("/movies/" + id, MOVIE.formatted("Former"));
    put("/movies/" + id, MOVIE.formatted(actor));
    SESSION.execute(
        "DELETE FROM movies_by_actor WHERE actor = ? AND title = 'Heat' AND movie_id = ?",
        actor,
        id);
    SESSION.execute(
        "UPDATE movies_by_actor SET release_year = 1900 WHERE actor = 'Val Kilmer' AND title ="
            + " 'Heat' AND movie_id = ?",
        id);
    SESSION.execute(
        "INSERT INTO movies_by_actor (actor, title, movie_id, version) VALUES ('Former', 'Heat', ?,"
            + " 1)",
        id);
  }

  private static Map<String, String> states(JsonNode answer) {
    Map<String, String> states = new TreeMap<>();
    for (JsonNode row : answer.get("rows")) {
      states.put(name(row), row.get("state").asText());
    }
    return states;
  }

  private static String name(JsonNode row) {
    JsonNode key = row.get("key");
    return key.has("actor") ? key.get("actor").asText() : key.get("genre").asText();
  }

  private JsonNode row(String name) {
    return StreamSupport.stream(json(get(rows)).get("rows").spliterator(), false)
        .filter(row -> name(row).equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void rowsOfCinedexHaveTheTimeOfTheirVersion() {
    JsonNode compared = json(get(rows));
    JsonNode row = row(actor);

    assertThat(row.get("by").asText()).isEqualTo("cinedex");
    assertThat(row.get("writtenAt")).isEqualTo(compared.get("claimedAt"));
    assertThat(Instant.parse(row.get("writtenAt").asText()))
        .isBetween(since.minus(Duration.ofMinutes(1)), Instant.now().plus(Duration.ofMinutes(1)));
    assertThat(compared.has("previous")).isFalse();
  }

  @Test
  void aRowThatSomebodyElseWroteSaysSo() {
    SESSION.execute(
        "UPDATE movies_by_actor SET release_year = 1900 WHERE actor = ? AND title = 'Heat' AND"
            + " movie_id = ?",
        actor,
        id);

    JsonNode row = row(actor);

    assertThat(row.get("by").asText()).isEqualTo("other");
    assertThat(row.get("state").asText()).isEqualTo("stale");
    assertThat(Instant.parse(row.get("writtenAt").asText())).isAfter(since);
    send("POST", rows, "");
  }

  @Test
  void theMovieBeforeTheLastWriteIsShown() {
    put("/movies/" + id, MOVIE.formatted("Jon Voight"));

    JsonNode previous = json(get(rows)).get("previous");

    assertThat(previous.get("actors")).extracting(JsonNode::asText).contains(actor);
    assertThat(previous.has("version")).isFalse();
  }

  @Test
  void oneRepairMendsAMissingAStaleAndAnOrphanedRow() {
    plantAMissingAStaleAndAnOrphanedRow();
    assertThat(states(json(get(rows))))
        .containsEntry(actor, "missing")
        .containsEntry("Val Kilmer", "stale")
        .containsEntry("Former", "orphaned");

    JsonNode repaired = json(send("POST", rows, ""));

    assertThat(repaired.get("repaired").asInt()).isEqualTo(3);
    assertThat(states(repaired)).isEqualTo(Map.of(actor, "ok", "Val Kilmer", "ok", "Crime", "ok"));
    assertThat(states(json(get(rows)))).isEqualTo(states(repaired));
  }

  @Test
  void aDryRunShowsWhatTheRepairWritesAndWritesNothing() {
    plantAMissingAStaleAndAnOrphanedRow();
    Map<String, String> before = states(json(get(rows)));

    JsonNode plan = json(send("POST", rows + "?dryRun=true", ""));

    assertThat(plan.get("effect").asText()).isEqualTo("repaired");
    assertThat(plan.get("insert")).hasSize(2);
    assertThat(plan.get("delete").findValuesAsText("actor")).containsExactly("Former");
    JsonNode stale = plan.get("insert").get(1);
    assertThat(stale.at("/was/release_year").asInt()).isEqualTo(1900);
    assertThat(stale.at("/row/release_year").asInt()).isEqualTo(1995);
    assertThat(states(json(get(rows)))).isEqualTo(before);
    send("POST", rows, "");
  }

  @Test
  void rowsThatAreRightNeedNoRepair() {
    assertThat(json(send("POST", rows + "?dryRun=true", "")).get("effect").asText())
        .isEqualTo("unchanged");
    assertThat(json(send("POST", rows, "")).get("repaired").asInt()).isZero();
  }

  @Test
  void aSearchOfAllTablesAlsoRepairsAnOrphanAtAKeyThatTheMovieNeverHad() {
    SESSION.execute(
        "INSERT INTO movies_by_actor (actor, title, movie_id, version) VALUES (?, 'Heat', ?, 1)",
        "Ghost " + id,
        id);
    assertThat(json(send("POST", rows, "")).get("repaired").asInt()).isZero();

    JsonNode repaired = json(send("POST", rows + "?search=tables", ""));

    assertThat(repaired.get("repaired").asInt()).isEqualTo(1);
    assertThat(TestService.titles("/actors/Ghost%20" + id + "/movies")).isEmpty();
  }

  @Test
  void rowsOfAMovieThatNeverWasAreDeleted() {
    UUID never = UUID.randomUUID();
    SESSION.execute(
        "INSERT INTO movies_by_actor (actor, title, movie_id, version) VALUES (?, 'Nothing',"
            + " ?, 1)",
        "Nobody " + never,
        never);

    JsonNode repaired = json(send("POST", "/movies/" + never + "/rows?search=tables", ""));

    assertThat(repaired.get("repaired").asInt()).isEqualTo(1);
    assertThat(TestService.titles("/actors/Nobody%20" + never + "/movies")).isEmpty();
  }

  @Test
  void theDryRunOfAWriteCountsEachTable() {
    JsonNode plan =
        json(send("PATCH", "/movies/" + id + "?dryRun=true", quoted("{'actors':['Val Kilmer']}")));

    JsonNode byActor = table(plan, "movies_by_actor");
    assertThat(byActor.get("inserted").asInt()).isZero();
    assertThat(byActor.get("rewritten").asInt()).isEqualTo(1);
    assertThat(byActor.get("deleted").asInt()).isEqualTo(1);
    assertThat(table(plan, "movies_by_genre").get("rewritten").asInt()).isEqualTo(1);
    assertThat(plan.get("tables").findValues("bytes").stream().mapToLong(JsonNode::asLong).sum())
        .isEqualTo(plan.get("bytes").asLong());
    assertThat(plan.get("insert").findValues("was")).hasSize(2);
    assertThat(plan.at("/insert/0/was/actors")).extracting(JsonNode::asText).contains(actor);
  }

  @Test
  void aTableThatAWriteDoesNotTouchIsCountedAsSuch() {
    JsonNode plan =
        json(send("PATCH", "/movies/" + id + "?dryRun=true", quoted("{'synopsis':'new'}")));

    JsonNode untouched = table(plan, "movies_by_actor");
    assertThat(untouched.get("rewritten").asInt()).isZero();
    assertThat(untouched.get("bytes").asInt()).isZero();
    assertThat(table(plan, "movies_by_genre").get("rewritten").asInt()).isEqualTo(1);
  }

  private static JsonNode table(JsonNode plan, String name) {
    return StreamSupport.stream(plan.get("tables").spliterator(), false)
        .filter(table -> table.get("table").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
