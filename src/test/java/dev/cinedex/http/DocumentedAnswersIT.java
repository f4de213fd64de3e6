package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.put;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.http.TestService.tag;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The service answers each documented operation as its OpenAPI document says, and in every way that
 * the document names.
 */
class DocumentedAnswersIT {
  /** Statuses that need faults or API keys: {@link FaultsOverHttpIT} and {@link RolesIT}. */
  private static final Pattern NOT_ON_DEMAND =
      Pattern.compile(
          ".* (202|401|503)|GET .* 403"
              // contention, and a table that is not ready
              + "|(PUT|PATCH|DELETE) /movies.* 409|GET .* 409"
              // a configuration without the table
              + "|GET /(genres|actors).* 404");

  /** The operations of which one needs what the other has done. */
  private static final Set<String> OF_A_JOB =
      Set.of(
          "POST /lookups/{table}/jobs",
          "GET /jobs/{id}",
          "GET /jobs/{id}/findings",
          "PATCH /jobs/{id}",
          "PATCH /lookups/{table}",
          "DELETE /lookups/{table}");

  private static final String[] AS_TEXT = {"Content-Type", "text/plain"};
  private static final String[] FOR_CSV = {"Accept", "text/csv"};
  private static final String[] FROM_ELSEWHERE = {"Sec-Fetch-Site", "cross-site"};
  private static final String TOO_LARGE = " ".repeat((1 << 20) + 1);

  private final OpenApi api = OpenApi.committed();
  private final String movie = api.example("POST /movies").toString();
  private final String path = "/movies/" + UUID.randomUUID();
  private final String none = "/movies/" + UUID.randomUUID();

  static Stream<String> operations() {
    return OpenApi.committed().operations().stream()
        .filter(operation -> !OF_A_JOB.contains(operation));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyAnswerIsAsDocumented(String operation) {
    switch (operation) {
      case "POST /movies" -> create(operation);
      case "GET /movies/{id}" -> find(operation);
      case "PUT /movies/{id}" -> replace(operation);
      case "PATCH /movies/{id}" -> change(operation);
      case "DELETE /movies/{id}" -> delete(operation);
      case "GET /movies/{id}/rows" -> rows(operation);
      case "GET /genres" -> genres(operation);
      case "GET /genres/{genre}/movies" -> list(operation, "/genres/Crime/movies?");
      case "GET /actors/{actor}/movies" -> list(operation, "/actors/Al%20Pacino/movies?");
      case "GET /lookups/{table}/movies" -> {
        list(operation, "/lookups/movies_by_actor/movies?actor=Al%20Pacino&");
        check(operation, get("/lookups/nowhere/movies"));
      }
      case "GET /lookups" -> read(operation, "/lookups");
      case "GET /lookups/{table}" -> {
        read(operation, "/lookups/movies_by_genre");
        check(operation, get("/lookups/nowhere"));
      }
      case "GET /lookups/{table}/partitions" -> {
        read(operation, "/lookups/movies_by_genre/partitions");
        check(operation, get("/lookups/nowhere/partitions"));
      }
      case "GET /openapi.json" -> read(operation, "/openapi.json");
      case "GET /openapi.yaml" -> read(operation, "/openapi.yaml");
      default -> throw new AssertionError("Nothing here drives " + operation);
    }
    assertEachAnswerCame(Set.of(operation), Set.of());
  }

  private void create(String create) {
    String key = UUID.randomUUID().toString();
    String withId = movie.replaceFirst("\\{", "{\"id\":\"" + UUID.randomUUID() + "\",");
    check(create, post(withId));
    check(create, post(withId));
    check(create, send("POST", "/movies", withId, "Prefer", "return=minimal"));
    check(create, send("POST", "/movies?dryRun=true", movie));
    check(create, send("POST", "/movies", movie, "Prefer", "return=minimal"));
    HttpResponse<String> once = send("POST", "/movies", movie, "Idempotency-Key", key);
    check(create, once);
    check(create, send("POST", "/movies", movie.replace("Heat", "Hot"), "Idempotency-Key", key));
    check("DELETE /movies/{id}", send("DELETE", TestService.path(once), ""));
    check(create, send("POST", "/movies", movie, "Idempotency-Key", key));
    check(create, post(withId.replace("1995", "1996")));
    check(create, post("["));
    check(create, post("{}"));
    check(create, post(TOO_LARGE));
    check(create, send("POST", "/movies", movie, AS_TEXT));
    check(create, send("POST", "/movies", movie, FOR_CSV));
    check(create, send("POST", "/movies", movie, FROM_ELSEWHERE));
  }

  private void find(String find) {
    HttpResponse<String> created = put(path, movie);
    check(find, get(path));
    check(find, send("GET", path, "", "If-None-Match", tag(created)));
    check(find, get("/movies/1"));
    check(find, get(none));
    check(find, send("GET", path, "", FOR_CSV));
    check(find, send("GET", path, "", "If-Match", "\"1\""));
  }

  private void replace(String replace) {
    check(replace, put(path, movie));
    check(replace, put(path, movie));
    check(replace, put(path + "?dryRun=true", quoted("{'title':'Other','genres':[]}")));
    check(replace, put(path + "?dryRun=true", movie.replace("Crime", "Drama")));
    check(replace, put(path + "?dryRun=1", movie));
    check(replace, send("PUT", path, movie, "Prefer", "return=minimal"));
    check(replace, send("PUT", path, movie, "If-Match", "\"1\""));
    check(replace, put(path, TOO_LARGE));
    check(replace, send("PUT", path, movie, AS_TEXT));
    check(replace, send("PUT", path, movie, FOR_CSV));
    check(replace, send("PUT", path, movie, FROM_ELSEWHERE));
  }

  private void change(String change) {
    put(path, movie);
    check(change, send("PATCH", path, quoted("{'releaseYear':1996}")));
    check(change, send("PATCH", path + "?dryRun=true", quoted("{'releaseYear':1997}")));
    check(change, send("PATCH", path, quoted("{'releaseYear':1998}"), "Prefer", "return=minimal"));
    check(change, send("PATCH", path, "{"));
    check(change, send("PATCH", none, "{}"));
    check(change, send("PATCH", path, "{}", "If-Match", "\"1\""));
    check(change, send("PATCH", path, TOO_LARGE));
    check(change, send("PATCH", path, "{}", AS_TEXT));
    check(change, send("PATCH", path, "{}", FOR_CSV));
    check(change, send("PATCH", path, "{}", FROM_ELSEWHERE));
    check(change, send("PATCH", path, quoted("{'title':null}")));
  }

  private void delete(String delete) {
    put(path, movie);
    check(delete, send("DELETE", path + "?dryRun=true", ""));
    check(delete, send("DELETE", path, "", "If-Match", "\"1\""));
    check(delete, send("DELETE", path, "", "If-Match", "1"));
    check(delete, send("DELETE", path, "", FOR_CSV));
    check(delete, send("DELETE", path, "", FROM_ELSEWHERE));
    check(delete, send("DELETE", path, ""));
    check(delete, send("DELETE", path, ""));
  }

  private void rows(String rows) {
    put(path, movie);
    check(rows, get(path + "/rows"));
    check(rows, get(path + "/rows?search=tables"));
    check(rows, get(path + "/rows?search=all"));
    check(rows, send("GET", path + "/rows", "", FOR_CSV));
  }

  private void genres(String genres) {
    check(genres, get("/genres"));
    check(genres, get("/genres?limit=1"));
    check(genres, send("GET", "/genres", "", FOR_CSV));
  }

  /**
   * Drives the operations that list movies.
   *
   * @param uri ends where a parameter can follow
   */
  private void list(String operation, String uri) {
    post(movie);
    for (String parameters :
        List.of("limit=1", "read=verified", "expand=movie", "read=verified&expand=movie")) {
      HttpResponse<String> page = get(uri + parameters);
      check(operation, page);
      assertThat(json(page).get("items")).isNotEmpty();
    }
    check(operation, get(uri + "order=up"));
    String whole = uri.substring(0, uri.length() - 1);
    check(operation, send("GET", whole, "", "Accept", "application/x-ndjson"));
    check(operation, send("GET", whole, "", FOR_CSV));
  }

  /** Drives the operations that take no parameter. */
  private void read(String operation, String uri) {
    check(operation, get(uri));
    check(operation, get(uri + "?x=y"));
    check(operation, send("GET", uri, "", FOR_CSV));
  }

  @Test
  void everyAnswerAboutAJobAndItsTableIsAsDocumented() {
    String table = "/lookups/movies_by_openapi";
    String job = begin(table);
    lookAt(job);
    check("GET /lookups/{table}", get(table));
    change(job, "/jobs/" + UUID.randomUUID());
    retire(table);
    drop(table);
    assertEachAnswerCame(
        OF_A_JOB, Set.of("POST /lookups/{table}/jobs 202", "DELETE /lookups/{table} 202"));
  }

  private String begin(String table) {
    String begin = "POST /lookups/{table}/jobs";
    String build =
        quoted("{'kind':'build','rowsPerSecond':1,'declaration':{'partition':['title','genre']}}");
    HttpResponse<String> begun = send("POST", table + "/jobs", build);
    check(begin, begun);
    check(begin, send("POST", table + "/jobs", build));
    check(begin, send("POST", "/lookups/nowhere/jobs", quoted("{'kind':'verify'}")));
    check(begin, send("POST", table + "/jobs", "{}"));
    checkBody(begin, table + "/jobs");
    return "/jobs/" + json(begun).get("id").asText();
  }

  private void lookAt(String job) {
    for (String part : List.of("", "/findings")) {
      String find = "GET /jobs/{id}" + part;
      read(find, job + part);
      check(find, get("/jobs/" + UUID.randomUUID() + part));
    }
  }

  private void change(String job, String nowhere) {
    String change = "PATCH /jobs/{id}";
    checkBody(change, job);
    check(change, send("PATCH", job, quoted("{'state':'done'}")));
    check(change, send("PATCH", job, quoted("{'state':'cancelled'}")));
    check(change, send("PATCH", job, quoted("{'state':'running'}")));
    check(change, send("PATCH", nowhere, quoted("{'state':'running'}")));
  }

  private void retire(String table) {
    String retire = "PATCH /lookups/{table}";
    checkBody(retire, table);
    check(retire, send("PATCH", table, quoted("{'state':'retired'}")));
    check(retire, send("PATCH", table, quoted("{'state':'gone'}")));
    check(retire, send("PATCH", "/lookups/nowhere", quoted("{'state':'ready'}")));
    check(retire, send("PATCH", "/lookups/movies_by_actor", quoted("{'state':'retired'}")));
    check(retire, send("PATCH", "/lookups/movies_by_actor", quoted("{'state':'ready'}")));
  }

  private void drop(String table) {
    String drop = "DELETE /lookups/{table}";
    check(drop, send("DELETE", "/lookups/movies_by_actor", ""));
    check(drop, send("DELETE", table + "?x=y", ""));
    check(drop, send("DELETE", table, "", FOR_CSV));
    check(drop, send("DELETE", table, "", FROM_ELSEWHERE));
    check(drop, droppedWhenIdle(table));
    check(drop, send("DELETE", "/lookups/nowhere", ""));
  }

  /** Drops the table when the instance of the job has noticed that it is cancelled. */
  private static HttpResponse<String> droppedWhenIdle(String table) {
    return Awaitility.await()
        .until(() -> send("DELETE", table, ""), answer -> answer.statusCode() != 409);
  }

  private void checkBody(String operation, String uri) {
    String method = operation.replaceAll(" .*", "");
    check(operation, send(method, uri, "["));
    check(operation, send(method, uri, TOO_LARGE));
    check(operation, send(method, uri, "{}", AS_TEXT));
    check(operation, send(method, uri, "{}", FOR_CSV));
    check(operation, send(method, uri, "{}", FROM_ELSEWHERE));
  }

  private void check(String operation, HttpResponse<String> answer) {
    api.check(operation, answer);
  }

  /**
   * Fails unless each documented answer of the operations came.
   *
   * @param more answers that come on demand against the rule
   */
  private void assertEachAnswerCame(Set<String> operations, Set<String> more) {
    Set<String> expected = api.answers(operations);
    expected.removeIf(NOT_ON_DEMAND.asMatchPredicate());
    expected.addAll(more);
    assertThat(api.driven(operations)).isEqualTo(expected);
  }
}
