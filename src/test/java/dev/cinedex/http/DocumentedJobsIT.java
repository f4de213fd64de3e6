package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.testing.Json.quoted;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The service answers the operations of jobs and their tables as its OpenAPI document says. */
class DocumentedJobsIT {
  /** The operations of which one needs what the other has done. */
  static final Set<String> OPERATIONS =
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

  @Test
  void everyAnswerAboutAJobAndItsTableIsAsDocumented() {
    String table = "/lookups/movies_by_openapi";
    for (int i = 0; i < 5; i++) {
      TestService.post(api.example("POST /movies").toString()); // so that the build lasts
    }
    String job = begin(table);
    lookAt(job);
    check("GET /lookups/{table}", get(table));
    change(job, "/jobs/" + UUID.randomUUID());
    retire(table);
    drop(table);
    api.assertEachAnswerCame(
        OPERATIONS, Set.of("POST /lookups/{table}/jobs 202", "DELETE /lookups/{table} 202"));
  }

  private String begin(String table) {
    String begin = "POST /lookups/{table}/jobs";
    String build =
        quoted("{'kind':'build','rowsPerSecond':1,'declaration':{'partition':['title','genre']}}");
    HttpResponse<String> begun = send("POST", table + "/jobs", build);
    check(begin, begun);
    check(begin, send("POST", "/lookups/movies_by_year/jobs?dryRun=true", build));
    check(begin, send("POST", table + "/jobs", build));
    check(begin, send("POST", "/lookups/nowhere/jobs", quoted("{'kind':'verify'}")));
    check(begin, send("POST", table + "/jobs", "{}"));
    checkBody(begin, table + "/jobs");
    return "/jobs/" + json(begun).get("id").asText();
  }

  private void lookAt(String job) {
    for (String part : List.of("", "/findings")) {
      String find = "GET /jobs/{id}" + part;
      check(find, get(job + part));
      check(find, get(job + part + "?x=y"));
      check(find, send("GET", job + part, "", FOR_CSV));
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
}
