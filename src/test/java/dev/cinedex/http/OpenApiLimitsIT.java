package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each limit in the OpenAPI document is the one that the service has. */
class OpenApiLimitsIT {

  private final OpenApi api = OpenApi.committed();

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
                    ObjectNode movie = api.example("POST /movies").deepCopy();
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
                            api.example("POST /movies").toString(),
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

  private record Tried(String name, JsonNode value, boolean valid) {}

  /** The value at each limit, and the one beyond it. */
  private void tryLimits(JsonNode schema, Consumer<Tried> attempt) {
    var json = JsonNodeFactory.instance;
    for (String limit :
        List.of("minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems")) {
      if (schema.has(limit)) {
        int at = schema.get(limit).asInt();
        int beyond = limit.startsWith("min") ? at - 1 : at + 1;
        for (int number : new int[] {at, beyond}) {
          JsonNode value =
              limit.endsWith("Length")
                  ? json.textNode("~".repeat(number))
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
    ArrayNode items = JsonNodeFactory.instance.arrayNode();
    IntStream.range(0, count).forEach(i -> items.add("item " + i));
    return items;
  }

  /** Returns the schema without the alternative null. */
  private JsonNode schema(JsonNode schema) {
    JsonNode first = schema.has("oneOf") ? schema.get("oneOf").get(0) : schema;
    return api.resolved(first);
  }
}
