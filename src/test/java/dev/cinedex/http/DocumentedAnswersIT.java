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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The service answers each documented operation as its OpenAPI document says, and in every way that
 * the document names.
 */
class DocumentedAnswersIT {
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
        .filter(operation -> !operation.equals("POST /demo/faults")) // only with the embedded node
        .filter(operation -> !DocumentedJobsIT.OPERATIONS.contains(operation));
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
      case "POST /movies/{id}/rows" -> repair(operation);
      case "GET /overview" -> overview(operation);
      case "GET /lookups/{table}/keys" -> keys(operation);
      case "GET /jobs" -> jobs(operation);
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
    api.assertEachAnswerCame(Set.of(operation), Set.of());
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

  private void repair(String repair) {
    put(path, movie);
    check(repair, send("POST", path + "/rows", ""));
    check(repair, send("POST", path + "/rows?dryRun=true", ""));
    check(repair, send("POST", path + "/rows?search=all", ""));
    check(repair, send("POST", path + "/rows", "", FOR_CSV));
    check(repair, send("POST", path + "/rows", "", FROM_ELSEWHERE));
  }

  private void overview(String overview) {
    read(overview, "/overview");
    String tag = get("/overview").headers().firstValue("ETag").orElseThrow();
    check(overview, send("GET", "/overview", "", "If-None-Match", tag));
  }

  private void keys(String keys) {
    read(keys, "/lookups/movies_by_genre/keys");
    check(keys, get("/lookups/movies_by_genre/keys?limit=1"));
    check(keys, get("/lookups/movies_by_genre/keys?cursor=x"));
    check(keys, get("/lookups/nowhere/keys"));
  }

  private void jobs(String jobs) {
    read(jobs, "/jobs");
    check(jobs, get("/jobs?state=done&limit=5&table=movies_by_actor"));
    check(jobs, get("/jobs?state=x"));
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
        List.of(
            "limit=1",
            "read=verified",
            "read=compared",
            "expand=movie",
            "read=verified&expand=movie")) {
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

  private void check(String operation, HttpResponse<String> answer) {
    api.check(operation, answer);
  }
}
