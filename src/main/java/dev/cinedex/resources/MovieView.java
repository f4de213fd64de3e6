package dev.cinedex.resources;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.ListEntry;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.movie.Movie;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A movie in an answer. Alone it has every attribute; in a list it has the attributes that the list
 * knows. What has no value is left out.
 *
 * @param values the values by attribute
 * @param role the attribute that a row of an overloaded table comes from
 */
record MovieView(
    UUID id,
    Function<Attribute<?>, @Nullable Object> values,
    @Nullable Object role,
    @Nullable Long version)
    implements JsonSerializable {

  static MovieView of(Head head) {
    EntityState state = requireNonNull(head.state());
    return new MovieView(head.entityId(), state::get, null, head.version());
  }

  /** Returns the movie before a version; empty when there was none. */
  static Optional<MovieView> before(Head head) {
    return Optional.ofNullable(head.previous())
        .map(state -> new MovieView(head.entityId(), state::get, null, null));
  }

  static MovieView of(ListEntry entry) {
    LookupRow row = entry.row();
    EntityState state = entry.state();
    return new MovieView(
        row.entityId(),
        state == null ? row::value : state::get,
        row.value(Column.ROLE),
        entry.version());
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    writeFields(json);
    json.writeEndObject();
  }

  /** Writes the fields in order: the id, the attributes, the role, the version. */
  void writeFields(JsonGenerator json) throws IOException {
    json.writeStringField("id", id.toString());
    for (Attribute<?> attribute : Movie.ENTITY.attributes()) {
      write(attribute.jsonName(), values.apply(attribute), json);
    }
    write(Column.ROLE, role, json);
    if (version != null) {
      json.writeNumberField("version", version);
    }
  }

  /** Writes a field, unless it has no value. */
  static void write(String name, @Nullable Object value, JsonGenerator json) throws IOException {
    if (value == null) {
      return;
    }
    json.writeFieldName(name);
    if (value instanceof Collection<?> elements) {
      json.writeStartArray();
      for (Object element : elements) {
        json.writeString(element.toString());
      }
      json.writeEndArray();
    } else if (value instanceof Integer number) {
      json.writeNumber(number);
    } else {
      json.writeString(value.toString()); // a text, or a date as ISO 8601 writes it
    }
  }

  @Override
  public void serialize(JsonGenerator json, SerializerProvider provider) throws IOException {
    write(json);
  }

  @Override
  public void serializeWithType(
      JsonGenerator json, SerializerProvider provider, TypeSerializer type) throws IOException {
    write(json);
  }
}
