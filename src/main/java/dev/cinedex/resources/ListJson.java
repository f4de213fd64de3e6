package dev.cinedex.resources;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.entity.Attribute;
import dev.cinedex.lists.EntityList;
import dev.cinedex.lists.ListEntry;
import dev.cinedex.lists.Standing;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.movie.Movie;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes lists of movies as JSON. */
record ListJson(ObjectMapper mapper) {

  /**
   * Returns a page: its movies, the cursor of the next page if there is one, and the number of rows
   * that were left out because they no longer belong to their movie, if there are any.
   */
  byte[] page(EntityList list, @Nullable String nextCursor) throws IOException {
    ByteArrayBuilder bytes = new ByteArrayBuilder();
    try (JsonGenerator json = mapper.getFactory().createGenerator(bytes)) {
      json.writeStartObject();
      json.writeArrayFieldStart("items");
      for (ListEntry entry : list.entries()) {
        write(entry, json);
      }
      json.writeEndArray();
      if (nextCursor != null) {
        json.writeStringField("nextCursor", nextCursor);
      }
      if (list.omitted() != 0) {
        json.writeNumberField("omitted", list.omitted());
      }
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void write(ListEntry entry, JsonGenerator json) throws IOException {
    json.writeStartObject();
    MovieView.of(entry).writeFields(json);
    Standing standing = entry.standing();
    if (standing != null) {
      json.writeStringField("state", standing.kind().text());
      LookupRow expected = standing.expected();
      if (expected != null) {
        json.writeObjectFieldStart("expected");
        for (Attribute<?> attribute : Movie.ENTITY.attributes()) {
          Object value = expected.value(attribute);
          if (!Objects.equals(value, entry.row().value(attribute))) {
            MovieView.write(attribute.jsonName(), value, json);
          }
        }
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }

  /** Writes each movie of a list on a line of its own. */
  void writeLines(EntityList list, OutputStream out) throws IOException {
    for (ListEntry entry : list.entries()) {
      ByteArrayBuilder bytes = new ByteArrayBuilder();
      try (JsonGenerator json = mapper.getFactory().createGenerator(bytes)) {
        write(entry, json);
      }
      bytes.append('\n');
      out.write(bytes.toByteArray());
    }
  }
}
