package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.http.TestService.titles;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A lookup table's life over HTTP, from its declaration to its end. */
class LookupLifecycleIT {
  private static final String TABLE = "/lookups/movies_by_director";
  private static final String BUILD =
      quoted("{'kind':'build','declaration':{'partition':['director'],'clustering':'title'}");
  private static final String STATE = "urn:cinedex:problem:lookup-state";

  private final String director = "Director " + UUID.randomUUID();
  private final String list = TABLE + "/movies?director=" + director.replace(" ", "%20");

  @AfterEach
  void drop() {
    JsonNode job = json(get(TABLE)).at("/job/id");
    if (!job.isMissingNode()) {
      send("PATCH", "/jobs/" + job.asText(), quoted("{'state':'cancelled'}"));
      send("PATCH", TABLE, quoted("{'state':'retired'}"));
      TestService.drop(TABLE);
    }
    assertProblem(get(TABLE), 404, "urn:cinedex:problem:no-such-lookup");
  }

  @Test
  void aTableIsBuiltVerifiedRepairedAndRetired() {
    postMovie("Heat");
    JsonNode built = done(begin(BUILD + "}"));
    assertThat(built.get("state").asText()).as(built.toString()).isEqualTo("done");
    assertThat(built.get("slices")).isEqualTo(built.get("ofSlices"));
    assertThat(built.get("finishedAt").asText()).isGreaterThan(built.get("startedAt").asText());
    JsonNode table = json(get(TABLE));
    assertThat(table.get("state").asText()).isEqualTo("ready");
    assertThat(table.get("job")).isEqualTo(built);
    assertThat(titles(list)).containsExactly("Heat");

    try (CqlSession session = TestService.cassandra().connect()) {
      session.execute("DELETE FROM movies_by_director WHERE director = ?", director);
    }
    URI verified = begin(quoted("{'kind':'verify'}"));
    assertThat(json(get(verified.getPath())).get("rowsPerSecond").asInt()).isEqualTo(5_000);
    assertThat(findings(verified)).containsExactly("missing, mended: false");
    assertThat(findings(begin(quoted("{'kind':'repair'}"))))
        .containsExactly("missing, mended: false");
    assertThat(titles(list)).isEmpty();
    assertThat(findings(begin(quoted("{'kind':'repair','apply':true}"))))
        .containsExactly("missing, mended: true");
    assertThat(titles(list)).containsExactly("Heat");
    assertThat(findings(begin(quoted("{'kind':'verify','rowsPerSecond':1000000}")))).isEmpty();

    JsonNode partitions = json(get(TABLE + "/partitions"));
    assertThat(partitions.get("largest").toString())
        .contains("{\"key\":{\"director\":\"" + director + "\"},\"rows\":1,\"bytes\":");
    assertThat(partitions.get("suggestedBuckets").asInt()).isEqualTo(1);

    assertProblem(send("DELETE", TABLE, ""), 409, STATE);
    HttpResponse<String> retired = send("PATCH", TABLE, quoted("{'state':'retired'}"));
    assertThat(json(retired).get("state").asText()).isEqualTo("retired");
    HttpResponse<String> refused = get(list);
    assertProblem(refused, 409, "urn:cinedex:problem:lookup-not-ready");
    assertThat(json(refused).get("detail").asText())
        .contains("is retired. To read it, make it ready again");
    postMovie("Ali");
    assertThat(json(send("PATCH", TABLE, quoted("{'state':'ready'}"))).get("state").asText())
        .isEqualTo("ready");
    assertThat(titles(list)).containsExactly("Ali", "Heat");
    JsonNode cost = json(get(TABLE)).get("perWrite");
    assertThat(cost.get("writes").asLong()).isPositive(); // since the build
    assertThat(cost.get("mostRows").asLong()).isEqualTo(1);
    assertThat(cost.get("mostBytes").asLong()).isBetween(50L, 500L);
  }

  @Test
  void theJobWaitsForTheSchemaAndNotTheRequest() {
    String owner =
        "UPDATE lookup_tables SET schema_owner = %s WHERE catalog = 'lookups' IF schema_owner = %s";
    CqlSession session = TestService.cassandra().connect();
    session.execute(owner.formatted("'another process'", "null"));
    URI built = begin(BUILD + "}");
    assertThat(json(get(TABLE)).get("state").asText()).isEqualTo("building");
    assertProblem(get(list), 409, "urn:cinedex:problem:lookup-not-ready");
    assertProblem(send("DELETE", TABLE, ""), 409, STATE);

    session.execute(owner.formatted("null", "'another process'"));
    session.close();
    assertThat(done(built).get("state").asText()).isEqualTo("done");
    assertThat(json(get(TABLE)).get("state").asText()).isEqualTo("ready");
  }

  @Test
  void aBuildTellsHowFarItIsAndIsPausedAndCancelled() {
    for (int i = 0; i < 40; i++) {
      postMovie("Movie " + i);
    }
    URI job = begin(quoted(BUILD + ",'rowsPerSecond':2}"));

    HttpResponse<String> refused = get(list);
    assertProblem(refused, 409, "urn:cinedex:problem:lookup-not-ready");
    assertThat(json(refused).get("detail").asText())
        .contains("is building", "(build) is running: ", " of 64 slices");
    assertProblem(send("POST", TABLE + "/jobs", quoted("{'kind':'verify'}")), 409, STATE);
    assertProblem(send("DELETE", TABLE, ""), 409, STATE);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> json(get(job.getPath())).has("secondsLeft"));

    assertThat(changed(job, "paused")).isEqualTo("paused");
    assertThat(changed(job, "paused")).isEqualTo("paused");
    assertProblem(send("POST", TABLE + "/jobs", quoted("{'kind':'verify'}")), 409, STATE);
    assertThat(json(get(list)).get("detail").asText()).contains("is paused", "Resume it");
    assertThat(changed(job, "running")).isEqualTo("running");
    assertThat(changed(job, "cancelled")).isEqualTo("cancelled");
    assertThat(json(get(job.getPath())).has("finishedAt")).isTrue();
    HttpResponse<String> tooLate = send("PATCH", job.getPath(), quoted("{'state':'running'}"));
    assertProblem(tooLate, 409, STATE);
    assertThat(json(tooLate).get("detail").asText())
        .contains("is cancelled: nothing is left to pause, resume or cancel");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'kind':'mend'}                              | 422 | kind: must be build, verify or repair
          {}                                           | 422 | kind: must be build, verify or repair
          {'kind':'verify','apply':true}               | 422 | apply: only for repair
          {'kind':'repair','apply':'yes'}              | 422 | apply: must be true or false
          {'kind':'verify','rowsPerSecond':-1}         | 422 | rowsPerSecond: must be from 1 to 1000000
          {'kind':'verify','rowsPerSecond':'5'}        | 422 | rowsPerSecond: must be a whole number
          {'kind':'verify','speed':1}                  | 422 | speed: is not known; known: apply, declaration, digest, key, kind, movieId, rowsPerSecond, tokens
          {'kind':'build','movieId':'f0b70336-bc30-5a9f-bb64-65607359f0c5'} | 422 | movieId, key, tokens: only for verify and repair
          {'kind':'verify','movieId':'x'}              | 422 | movieId: must be a UUID (36 characters)
          {'kind':'verify','tokens':{'after':'x'}}     | 422 | tokens.after: must be a whole number
          {'kind':'verify','tokens':{'after':1.5,'upTo':2}} | 422 | tokens.after: must be a whole number
          {'kind':'verify','tokens':{'after':1}}       | 422 | tokens: needs both after and upTo
          {'kind':'verify','tokens':{'after':2,'upTo':1}} | 422 | tokens: 2 is not less than 1
          {'kind':'verify','tokens':5}                 | 422 | tokens: must be an object
          {'kind':'verify','key':{'actor':null}}       | 422 | key: lacks a value
          {'kind':'verify','key':'x'}                  | 422 | key: must be an object
          {'kind':'build','declaration':5}             | 422 | declaration: must be an object
          {'kind':'verify','declaration':{'partition':['title']}} | 422 | declaration: only for build
          {'kind':'build','declaration':{'partition':['rating']}} | 422 | lookups.movies_by_director.partition: 'rating'
          {'kind':'build','declaration':{'partition':['title'],'maintenance':'later'}} | 422 | lookups.movies_by_director.maintenance: must be sync or async
          {'kind':'build'}                             | 404 | Send its 'declaration'
          {'kind':'verify'}                            | 404 | There is no lookup table 'movies_by_director'
          [                                            | 400 | (line 1, column
          """)
  void aJobThatCannotBeIsRefusedWithTheReason(String body, int status, String detail) {
    HttpResponse<String> refused = send("POST", TABLE + "/jobs", quoted(body));

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
    assertThat(json(refused).get("detail").asText()).contains(detail);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'rating':'5'}     | 'rating' is not a key column; key columns: [actor, title, movie_id]",
        "{'movie_id':'x'}   | movie_id: 'x' is not a UUID"
      })
  void aKeyThatTheTableCannotHaveIsRefused(String key, String detail) {
    HttpResponse<String> refused =
        send(
            "POST",
            "/lookups/movies_by_actor/jobs",
            quoted("{'kind':'verify','key':%s}".formatted(key)));

    assertProblem(refused, 422, "urn:cinedex:problem:invalid-lookup");
    assertThat(json(refused).get("detail").asText()).contains(detail);
  }

  @Test
  void aTableThatIsDeclaredOtherwiseIsLeftAsItIs() {
    HttpResponse<String> refused =
        send(
            "POST",
            "/lookups/movies_by_actor/jobs",
            quoted("{'kind':'build','declaration':{'partition':['actor']}}"));

    assertProblem(refused, 409, STATE);
    assertThat(json(refused).get("detail").asText())
        .contains("A table cannot be changed: restore its declaration");
    assertProblem(
        send("POST", "/lookups/movies_by_actor/jobs", quoted("{'kind':'build'}")), 409, STATE);
  }

  private void postMovie(String title) {
    HttpResponse<String> posted =
        post(
            quoted("{'title':'%s','releaseYear':1995,'genres':['Lifecycle'],'directors':['%s']}")
                .formatted(title, director));
    assertThat(posted.statusCode()).isEqualTo(201);
  }

  private static URI begin(String body) {
    HttpResponse<String> begun = send("POST", TABLE + "/jobs", body);
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    URI job = URI.create(begun.headers().firstValue("Location").orElseThrow());
    assertThat(job.getPath()).isEqualTo("/jobs/" + json(begun).get("id").asText());
    return job;
  }

  private static String changed(URI job, String state) {
    HttpResponse<String> changed =
        send("PATCH", job.getPath(), quoted("{'state':'%s'}").formatted(state));
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    return json(changed).get("state").asText();
  }

  private static JsonNode done(URI job) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> json(get(job.getPath())), found -> found.has("finishedAt"));
  }

  private static List<String> findings(URI job) {
    assertThat(done(job).get("state").asText()).isEqualTo("done");
    return get(job.getPath() + "/findings")
        .body()
        .lines()
        .map(TestService::json)
        .map(found -> found.get("state").asText() + ", mended: " + found.get("mended"))
        .toList();
  }
}
