package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The committed OpenAPI document, by which answers are checked. */
final class OpenApi {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  /**
   * Statuses that need faults, API keys or rates: {@link FaultsOverHttpIT}, {@link RolesIT} and
   * {@link RatesIT}.
   */
  private static final Pattern NOT_ON_DEMAND =
      Pattern.compile(
          ".* (202|401|429|503)|GET .* 403|POST .*/rows 4(09|22)"
              // contention, and a table that is not ready
              + "|(PUT|PATCH|DELETE) /movies.* 409|GET .* 409"
              // a configuration without the table
              + "|GET /(genres|actors).* 404");

  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<JsonNode, Schema> schemas = new ConcurrentHashMap<>();
  private final JsonNode document;
  private final Set<String> driven = new TreeSet<>();

  private OpenApi(JsonNode document) {
    this.document = document;
  }

  static OpenApi committed() {
    Path file = Path.of("src", "main", "resources", "openapi.yaml");
    try {
      return new OpenApi(new YAMLMapper().readTree(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode document() {
    return document;
  }

  /** Returns the documented operations, as {@code GET /movies/{id}}. */
  Set<String> operations() {
    return operationIds().keySet();
  }

  /**
   * Returns the ids of the documented operations, as {@code findMovie} of {@code GET /movies/{id}}.
   */
  Map<String, String> operationIds() {
    Map<String, String> ids = new TreeMap<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        method -> {
                          if (METHODS.contains(method.getKey())) {
                            ids.put(
                                method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                                method.getValue().get("operationId").asText());
                          }
                        }));
    return ids;
  }

  /** Returns the answers of these operations that were checked, as {@code GET /movies/{id} 200}. */
  Set<String> driven(Set<String> operations) {
    return driven.stream()
        .filter(answer -> operations.contains(answer.substring(0, answer.lastIndexOf(' '))))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the documented answers of these operations, as {@code GET /movies/{id} 200}. */
  Set<String> answers(Set<String> operations) {
    Set<String> answers = new TreeSet<>();
    for (String operation : operations) {
      operation(operation)
          .get("responses")
          .fieldNames()
          .forEachRemaining(status -> answers.add(operation + " " + status));
    }
    return answers;
  }

  /**
   * Fails unless each documented answer of the operations came.
   *
   * @param more answers that come on demand against the rule
   */
  void assertEachAnswerCame(Set<String> operations, Set<String> more) {
    Set<String> expected = answers(operations);
    expected.removeIf(NOT_ON_DEMAND.asMatchPredicate());
    expected.addAll(more);
    assertThat(driven(operations)).isEqualTo(expected);
  }

  /** Fails when the answer is not as the document says. */
  void check(String operation, HttpResponse<String> answer) {
    check(operation, answer.statusCode(), name -> answer.headers().firstValue(name), answer.body());
  }

  /**
   * Fails when the answer is not as the document says.
   *
   * @param headers by their names
   */
  void check(
      String operation, int status, Function<String, Optional<String>> headers, String text) {
    JsonNode documented = resolved(operation(operation).path("responses").path("" + status));
    String what = operation + " " + status;
    assertThat(documented.isMissingNode()).as("%s is not documented", what).isFalse();
    documented
        .path("headers")
        .properties()
        .forEach(
            header -> {
              JsonNode about = resolved(header.getValue());
              Optional<String> value = headers.apply(header.getKey());
              String name = "header %s of %s".formatted(header.getKey(), what);
              if (about.path("required").asBoolean()) {
                assertThat(value).as(name).isPresent();
              }
              value.ifPresent(
                  given ->
                      assertThat(errors(about.get("schema"), header(about, given)))
                          .as(name)
                          .isEmpty());
            });
    String type = headers.apply("Content-Type").orElse("");
    if (text.isEmpty() && !type.equals("application/x-ndjson")) {
      assertThat(type).as("media type of the empty answer %s", what).isEmpty();
    } else {
      JsonNode content = documented.path("content").path(type);
      assertThat(content.isMissingNode()).as("%s is answered as %s", what, type).isFalse();
      bodies(type, text)
          .forEach(body -> assertThat(errors(content.get("schema"), body)).as(what).isEmpty());
    }
    driven.add(what);
  }

  /** Returns what is wrong with a value of a schema. */
  List<String> errors(JsonNode schema, JsonNode value) {
    return schemas
        .computeIfAbsent(schema, this::compiled)
        .validate(
            value,
            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
        .stream()
        .map(error -> error + " in " + value)
        .toList();
  }

  private Schema compiled(JsonNode schema) {
    ObjectNode whole = schema.deepCopy();
    whole.set("components", document.get("components"));
    return registry.getSchema(whole);
  }

  JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
  }

  JsonNode operation(String operation) {
    String[] methodAndPath = operation.split(" ", 2);
    JsonNode found =
        document
            .get("paths")
            .path(methodAndPath[1])
            .path(methodAndPath[0].toLowerCase(Locale.ROOT));
    assertThat(found.isMissingNode()).as("operation %s is not documented", operation).isFalse();
    return found;
  }

  /** Returns the example of the operation's request. */
  ObjectNode example(String operation) {
    JsonNode body = resolved(operation(operation).get("requestBody"));
    return (ObjectNode) body.at("/content/application~1json/example");
  }

  private static JsonNode header(JsonNode about, String text) {
    return about.at("/schema/type").asText().equals("integer")
        ? IntNode.valueOf(Integer.parseInt(text))
        : TextNode.valueOf(text);
  }

  private static List<JsonNode> bodies(String type, String body) {
    List<JsonNode> bodies = new ArrayList<>();
    if (type.equals("application/x-ndjson")) {
      body.lines().map(TestService::json).forEach(bodies::add);
    } else if (type.equals("application/yaml")) {
      bodies.add(yaml(body));
    } else {
      bodies.add(TestService.json(body));
    }
    return bodies;
  }

  static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }
}
