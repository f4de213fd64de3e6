package dev.cinedex.entity;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.Streams;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the state of an entity as JSON, and reads it. Part of the storage format: the ledger keeps
 * the previous state so, and fingerprints of requests are made of this text.
 */
public final class StateJson {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final EntityType type;

  public StateJson(EntityType type) {
    this.type = type;
  }

  public String write(EntityState state) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      for (Attribute<?> attribute : type.attributes()) {
        write(json, attribute, state.get(attribute));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Attribute<?> attribute, @Nullable Object value)
      throws IOException {
    if (value == null && !attribute.hasExplicitNull()) {
      return;
    }
    json.writeFieldName(attribute.jsonName());
    if (value instanceof Collection<?> elements) {
      json.writeStartArray();
      for (Object element : elements) {
        json.writeString((String) element);
      }
      json.writeEndArray();
    } else if (value instanceof Integer number) {
      json.writeNumber(number);
    } else {
      json.writeString(value == null ? null : value.toString());
    }
  }

  /**
   * @throws IllegalStateException when the text is not the state of such an entity
   */
  public EntityState read(String text) {
    try {
      JsonNode json = MAPPER.readTree(text);
      requireKnown(json.fieldNames(), text);
      return EntityState.of(type, attribute -> value(attribute, json.get(attribute.jsonName())));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException("This is not the state of a %s: %s".formatted(type, text), e);
    }
  }

  /** An attribute of a later version would be lost: its rows would not be deleted. */
  private void requireKnown(Iterator<String> fields, String text) {
    List<String> known = type.attributes().stream().map(Attribute::jsonName).toList();
    fields.forEachRemaining(
        field -> {
          if (!known.contains(field)) {
            throw new IllegalStateException(
                "A later version of Cinedex wrote the attribute '%s': %s".formatted(field, text));
          }
        });
  }

  private static @Nullable Object value(Attribute<?> attribute, @Nullable JsonNode json) {
    if (json == null || json.isNull()) {
      return null;
    }
    return switch (attribute.type()) {
      case TEXT -> json.textValue();
      case INT -> json.intValue();
      case DATE -> LocalDate.parse(json.textValue());
      case TEXT_SET, TEXT_LIST -> Streams.stream(json).map(JsonNode::textValue).toList();
    };
  }
}
