package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.put;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.http.TestService.tag;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The service does what its OpenAPI document says, and the document says all that it does. */
class OpenApiIT {
  private static final java.nio.file.Path FILE =
      java.nio.file.Path.of("src", "main", "resources", "openapi.yaml");

  /** What a healthy server does not answer on demand: {@link FaultsOverHttpIT} sees to it. */
  private static final String NOT_ON_DEMAND = ".* (202|503)";

  private final OpenApi api = OpenApi.committed();

  @Test
  void theCommittedDocumentIsTheServedOne() throws IOException {
    assertThat(get("/openapi.yaml").body()).isEqualTo(Files.readString(FILE));
    assertThat(json(get("/openapi.json"))).isEqualTo(api.document());
  }

  @Test
  void everyMethodIsDocumentedAndNoOther() {
    JavaClasses classes =
        new ClassFileImporter(List.of(new ImportOption.DoNotIncludeTests()))
            .importPackages("dev.cinedex.resources");
    Set<String> methods = new TreeSet<>();
    classes.stream()
        .filter(type -> type.isAnnotatedWith(Path.class))
        .flatMap(type -> type.getMethods().stream())
        .filter(method -> method.isMetaAnnotatedWith(HttpMethod.class))
        .forEach(method -> methods.add(operation(method)));

    assertThat(api.operations()).isEqualTo(methods);
  }

  @Test
  void everyAnswerIsAsDocumented() {
    String movie = example("POST /movies").toString();
    String id = UUID.randomUUID().toString();
    String path = "/movies/" + id;
    String none = "/movies/" + UUID.randomUUID();
    String key = UUID.randomUUID().toString();
    String large = " ".repeat((1 << 20) + 1);
    String[] text = {"Content-Type", "text/plain"};
    String[] csv = {"Accept", "text/csv"};

    String create = "POST /movies";
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
    check(create, post(large));
    check(create, send("POST", "/movies", movie, text));
    check(create, send("POST", "/movies", movie, csv));

    String replace = "PUT /movies/{id}";
    HttpResponse<String> created = put(path, movie);
    check(replace, created);
    check(replace, put(path, movie));
    check(replace, put(path + "?dryRun=true", "{'title':'Other','releaseYear':1,'genres':[]}"));
    check(replace, put(path + "?dryRun=true", movie.replace("Crime", "Drama")));
    check(replace, put(path + "?dryRun=1", movie));
    check(replace, send("PUT", path, movie, "Prefer", "return=minimal"));
    check(replace, send("PUT", path, movie, "If-Match", "\"1\""));
    check(replace, put(path, large));
    check(replace, send("PUT", path, movie, text));
    check(replace, send("PUT", path, movie, csv));

    String find = "GET /movies/{id}";
    check(find, get(path));
    check(find, send("GET", path, "", "If-None-Match", tag(created)));
    check(find, get("/movies/1"));
    check(find, get(none));
    check(find, send("GET", path, "", csv));
    check(find, send("GET", path, "", "If-Match", "\"1\""));

    String change = "PATCH /movies/{id}";
    check(change, send("PATCH", path, "{'releaseYear':1996}"));
    check(change, send("PATCH", path + "?dryRun=true", "{'releaseYear':1997}"));
    check(change, send("PATCH", path, "{'releaseYear':1998}", "Prefer", "return=minimal"));
    check(change, send("PATCH", path, "{"));
    check(change, send("PATCH", none, "{}"));
    check(change, send("PATCH", path, "{}", "If-Match", "\"1\""));
    check(change, send("PATCH", path, large));
    check(change, send("PATCH", path, "{}", text));
    check(change, send("PATCH", path, "{}", csv));
    check(change, send("PATCH", path, "{'title':null}"));

    String rows = "GET /movies/{id}/rows";
    check(rows, get(path + "/rows"));
    check(rows, get(path + "/rows?search=tables"));
    check(rows, get(path + "/rows?search=all"));
    check(rows, send("GET", path + "/rows", "", csv));

    String genres = "GET /genres";
    check(genres, get("/genres"));
    check(genres, get("/genres?limit=1"));
    check(genres, send("GET", "/genres", "", csv));

    Map<String, String> lists =
        Map.of(
            "GET /genres/{genre}/movies", "/genres/Crime/movies",
            "GET /actors/{actor}/movies", "/actors/Al%20Pacino/movies",
            "GET /lookups/{table}/movies", "/lookups/movies_by_actor/movies?actor=Al%20Pacino");
    for (Map.Entry<String, String> list : lists.entrySet()) {
      String operation = list.getKey();
      String uri = list.getValue();
      String more = uri + (uri.contains("?") ? "&" : "?");
      for (String parameters :
          List.of("limit=1", "read=verified", "expand=movie", "read=verified&expand=movie")) {
        HttpResponse<String> page = get(more + parameters);
        check(operation, page);
        assertThat(json(page).get("items")).isNotEmpty();
      }
      check(operation, send("GET", uri, "", "Accept", "application/x-ndjson"));
      check(operation, get(more + "order=up"));
      check(operation, send("GET", uri, "", csv));
    }
    check("GET /lookups/{table}/movies", get("/lookups/nowhere/movies"));

    check("GET /lookups", get("/lookups"));
    check("GET /lookups", get("/lookups?x=y"));
    check("GET /lookups", send("GET", "/lookups", "", csv));
    check("GET /lookups/{table}", get("/lookups/movies_by_genre"));
    check("GET /lookups/{table}", get("/lookups/movies_by_genre?x=y"));
    check("GET /lookups/{table}", get("/lookups/nowhere"));
    check("GET /lookups/{table}", send("GET", "/lookups/movies_by_genre", "", csv));

    String partitions = "GET /lookups/{table}/partitions";
    check(partitions, get("/lookups/movies_by_genre/partitions"));
    check(partitions, get("/lookups/movies_by_genre/partitions?x=y"));
    check(partitions, get("/lookups/nowhere/partitions"));
    check(partitions, send("GET", "/lookups/movies_by_genre/partitions", "", csv));
    checkJobs(large, text, csv);

    check("GET /openapi.json", get("/openapi.json"));
    check("GET /openapi.yaml", get("/openapi.yaml"));
    check("GET /openapi.json", get("/openapi.json?x=y"));
    check("GET /openapi.yaml", get("/openapi.yaml?x=y"));
    check("GET /openapi.json", send("GET", "/openapi.json", "", csv));
    check("GET /openapi.yaml", send("GET", "/openapi.yaml", "", csv));

    String delete = "DELETE /movies/{id}";
    check(delete, send("DELETE", path + "?dryRun=true", ""));
    check(delete, send("DELETE", path, "", "If-Match", "\"1\""));
    check(delete, send("DELETE", path, "", "If-Match", "1"));
    check(delete, send("DELETE", path, "", csv));
    check(delete, send("DELETE", path, ""));
    check(delete, send("DELETE", path, ""));

    Set<String> expected = new TreeSet<>(api.answers());
    expected.removeIf(
        answer ->
            answer.matches(NOT_ON_DEMAND)
                // contention; a table that is not ready; and a configuration without the table
                || answer.matches("(PUT|PATCH|DELETE) /movies.* 409|GET .* 409")
                || answer.matches("GET /(genres|actors).* 404"));
    expected.add("POST /lookups/{table}/jobs 202");
    assertThat(api.driven()).isEqualTo(expected);
  }

  private void checkJobs(String large, String[] text, String[] csv) {
    String table = "/lookups/movies_by_openapi";
    String begin = "POST /lookups/{table}/jobs";
    String build =
        "{'kind':'build','rowsPerSecond':1,'declaration':{'partition':['title','genre']}}";
    HttpResponse<String> begun = send("POST", table + "/jobs", build);
    check(begin, begun);
    check(begin, send("POST", table + "/jobs", build));
    check(begin, send("POST", "/lookups/nowhere/jobs", "{'kind':'verify'}"));
    check(begin, send("POST", table + "/jobs", "{}"));
    checkBody(begin, table + "/jobs", large, text, csv);

    String job = "/jobs/" + json(begun).get("id").asText();
    String none = "/jobs/" + UUID.randomUUID();
    for (String path : List.of("", "/findings")) {
      String find = "GET /jobs/{id}" + path;
      check(find, get(job + path));
      check(find, get(job + path + "?x=y"));
      check(find, get(none + path));
      check(find, send("GET", job + path, "", csv));
    }
    check("GET /lookups/{table}", get(table));
    String change = "PATCH /jobs/{id}";
    checkBody(change, job, large, text, csv);
    check(change, send("PATCH", job, "{'state':'done'}"));
    check(change, send("PATCH", job, "{'state':'cancelled'}"));
    check(change, send("PATCH", job, "{'state':'running'}"));
    check(change, send("PATCH", none, "{'state':'running'}"));

    String retire = "PATCH /lookups/{table}";
    checkBody(retire, table, large, text, csv);
    check(retire, send("PATCH", table, "{'state':'retired'}"));
    check(retire, send("PATCH", table, "{'state':'gone'}"));
    check(retire, send("PATCH", "/lookups/nowhere", "{'state':'ready'}"));
    check(retire, send("PATCH", "/lookups/movies_by_actor", "{'state':'retired'}"));
    check(retire, send("PATCH", "/lookups/movies_by_actor", "{'state':'ready'}"));

    String drop = "DELETE /lookups/{table}";
    check(drop, send("DELETE", "/lookups/movies_by_actor", ""));
    check(drop, send("DELETE", table + "?x=y", ""));
    check(drop, send("DELETE", table, "", csv));
    check(drop, droppedWhenIdle(table));
    check(drop, send("DELETE", table, ""));
  }

  /** When the job's instance has noticed that it is cancelled. */
  private static HttpResponse<String> droppedWhenIdle(String table) {
    return Awaitility.await()
        .until(() -> send("DELETE", table, ""), answer -> answer.statusCode() != 409);
  }

  private void checkBody(String operation, String path, String large, String[] text, String[] csv) {
    String method = operation.replaceAll(" .*", "");
    check(operation, send(method, path, "["));
    check(operation, send(method, path, large));
    check(operation, send(method, path, "{}", text));
    check(operation, send(method, path, "{}", csv));
  }

  @Test
  void everyLimitIsTheServices() {
    JsonNode properties = api.document().at("/components/schemas/MovieInput/properties");
    properties
        .properties()
        .forEach(
            field -> {
              JsonNode schema = schema(field.getValue());
              tryLimits(
                  schema,
                  value -> {
                    ObjectNode movie = example("POST /movies").deepCopy();
                    movie.set(field.getKey(), value.value());
                    HttpResponse<String> answer =
                        send("POST", "/movies?dryRun=true", movie.toString());
                    assertThat(answer.statusCode())
                        .as("%s: %s", field.getKey(), value.name())
                        .isEqualTo(value.valid() ? 200 : 422);
                  });
            });
  }

  @Test
  void everyLimitOfAParameterIsTheServices() {
    JsonNode limit = api.document().at("/components/parameters/limit/schema");
    tryLimits(
        limit,
        value ->
            assertThat(get("/genres/Crime/movies?limit=" + value.value().asText()).statusCode())
                .as(value.name())
                .isEqualTo(value.valid() ? 200 : 400));
    JsonNode key = api.document().at("/components/parameters/idempotencyKey/schema");
    tryLimits(
        key,
        value ->
            assertThat(
                    send(
                            "POST",
                            "/movies?dryRun=true",
                            example("POST /movies").toString(),
                            "Idempotency-Key",
                            value.value().asText())
                        .statusCode())
                .as(value.name())
                .isEqualTo(value.valid() ? 200 : 400));
    for (String name : List.of("order", "read", "expand")) {
      JsonNode parameter = api.document().at("/components/parameters/" + name);
      for (JsonNode value : parameter.at("/schema/enum")) {
        assertThat(get("/genres/Crime/movies?" + name + "=" + value.asText()).statusCode())
            .isEqualTo(200);
      }
    }
  }

  @Test
  void everyExampleIsOfItsSchema() {
    api.document()
        .at("/components/schemas")
        .properties()
        .forEach(
            schema -> {
              JsonNode example = schema.getValue().path("example");
              if (!example.isMissingNode()) {
                assertThat(api.errors(schema.getValue(), example)).as(schema.getKey()).isEmpty();
              }
            });
    for (JsonNode content : api.document().findValues("content")) {
      content.forEach(
          body -> {
            if (body.has("example")) {
              assertThat(api.errors(body.get("schema"), body.get("example"))).isEmpty();
            }
          });
    }
  }

  @Test
  void everyKindOfProblemIsDocumented() throws IOException {
    List<String> kinds = Arrays.stream(ProblemKind.values()).map(ProblemKind::type).toList();
    String page = Files.readString(java.nio.file.Path.of("src", "docs", "http-api.md"));

    JsonNode documented = api.document().at("/components/schemas/Problem/properties/type/enum");
    assertThat(documented).extracting(JsonNode::asText).contains("about:blank").containsAll(kinds);
    assertThat(documented).hasSize(kinds.size() + 1);
    assertThat(kinds)
        .allSatisfy(
            kind -> assertThat(page).contains("\n### `" + kind.replaceAll(".*:", "") + "`\n"));
  }

  @Test
  void thePageWithTheDocumentNeedsNothingFromElsewhere() {
    for (String path : List.of("/docs", "/docs/")) {
      HttpResponse<String> page = get(path);
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
      List<String> sources =
          java.util.regex.Pattern.compile("(?:src|href)=\"([^\"]*)\"")
              .matcher(page.body())
              .results()
              .map(found -> found.group(1))
              .toList();
      assertThat(sources).hasSize(4);
      for (String source : sources) {
        assertThat(source).startsWith("/docs/");
        assertThat(get(source).statusCode()).as(source).isEqualTo(200);
      }
    }
    assertThat(get("/docs/start.js").body()).contains("/openapi.json");
  }

  private void check(String operation, HttpResponse<String> answer) {
    api.check(operation, answer);
  }

  private ObjectNode example(String operation) {
    JsonNode body = api.resolved(api.operation(operation).get("requestBody"));
    return (ObjectNode) body.at("/content/application~1json/example");
  }

  /** Without the way to say null. */
  private JsonNode schema(JsonNode schema) {
    JsonNode first = schema.has("oneOf") ? schema.get("oneOf").get(0) : schema;
    return api.resolved(first);
  }

  private record Tried(String name, JsonNode value, boolean valid) {}

  /** The value at each limit, and the one beyond it. */
  private void tryLimits(JsonNode schema, Consumer<Tried> attempt) {
    var json = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance;
    for (String limit :
        List.of("minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems")) {
      if (schema.has(limit)) {
        int at = schema.get(limit).asInt();
        int beyond = limit.startsWith("min") ? at - 1 : at + 1;
        for (int number : new int[] {at, beyond}) {
          JsonNode value =
              limit.endsWith("Length")
                  ? json.textNode("x".repeat(number))
                  : limit.endsWith("Items") ? items(number) : json.numberNode(number);
          attempt.accept(new Tried(limit + " " + number, value, number == at));
        }
      }
    }
    if (schema.has("items")) {
      tryLimits(
          api.resolved(schema.get("items")),
          item -> {
            ArrayNode one = json.arrayNode().add(item.value());
            attempt.accept(new Tried("item: " + item.name(), one, item.valid()));
          });
    }
  }

  private static ArrayNode items(int count) {
    ArrayNode items = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.arrayNode();
    IntStream.range(0, count).forEach(i -> items.add("item " + i));
    return items;
  }

  private static String operation(JavaMethod method) {
    String verb =
        method.getAnnotations().stream()
            .map(annotation -> annotation.getRawType().getSimpleName())
            .filter(name -> name.equals(name.toUpperCase(java.util.Locale.ROOT)))
            .findFirst()
            .orElseThrow();
    String type = method.getOwner().getAnnotationOfType(Path.class).value();
    String own =
        method.isAnnotatedWith(Path.class) ? method.getAnnotationOfType(Path.class).value() : "";
    return verb + " " + ("/" + type + "/" + own).replaceAll("/+", "/").replaceAll("(.)/$", "$1");
  }
}
