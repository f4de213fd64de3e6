package dev.cinedex.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Streams;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.entity.EntityType;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The JSON in which jobs store their options. It is part of the storage format: the versions of the
 * service before and after this one read it, too.
 */
final class OptionsJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> OPTIONS =
      Set.of("apply", "rowsPerSecond", "digest", "scope", "tables", "ranges");

  private final String idField;

  OptionsJson(EntityType entity) {
    this.idField = entity.idField();
  }

  String write(JobOptions options) {
    ObjectNode json = JSON.createObjectNode();
    json.put("apply", options.apply());
    json.put("rowsPerSecond", options.rowsPerSecond());
    json.put("digest", options.digest());
    json.set("scope", options.scope().isAll() ? null : write(options.scope()));
    if (!options.tables().isEmpty()) { // versions that do not know it refuse it
      json.set("tables", JSON.valueToTree(options.tables()));
    }
    if (options.ranges() != JobOptions.MAX_RANGES) { // as above
      json.put("ranges", options.ranges());
    }
    return json.toString();
  }

  private ObjectNode write(Scope scope) {
    ObjectNode json = JSON.createObjectNode();
    json.put(idField, scope.entityId() == null ? null : scope.entityId().toString());
    json.set("key", JSON.valueToTree(scope.key()));
    json.set("tokens", JSON.valueToTree(scope.tokens()));
    return json;
  }

  JobOptions read(String text) {
    try {
      JsonNode json = JSON.readTree(text);
      requireKnown(json, OPTIONS);
      return new JobOptions(
          json.path("apply").asBoolean(),
          json.path("rowsPerSecond").asInt(),
          json.path("digest").asBoolean(),
          json.hasNonNull("scope") ? readScope(json.get("scope")) : Scope.ALL,
          Streams.stream(json.path("tables")).map(JsonNode::asText).toList(),
          json.path("ranges").asInt(JobOptions.MAX_RANGES));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private Scope readScope(JsonNode json) {
    requireKnown(json, Set.of(idField, "key", "tokens"));
    Map<String, String> key = new LinkedHashMap<>();
    json.path("key").properties().forEach(part -> key.put(part.getKey(), part.getValue().asText()));
    JsonNode tokens = json.path("tokens");
    return new Scope(
        json.hasNonNull(idField) ? UUID.fromString(json.get(idField).asText()) : null,
        key,
        tokens.isObject()
            ? new TokenRange(tokens.get("after").asLong(), tokens.get("upTo").asLong())
            : null);
  }

  /** Refuses a field of a later version: without it the job would do something else. */
  private static void requireKnown(JsonNode json, Set<String> known) {
    for (Iterator<String> fields = json.fieldNames(); fields.hasNext(); ) {
      String field = fields.next();
      if (!known.contains(field)) {
        throw new IllegalStateException(
            "This version does not know the job option '%s'".formatted(field));
      }
    }
  }
}
