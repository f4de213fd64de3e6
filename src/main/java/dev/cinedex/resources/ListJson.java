package dev.cinedex.resources;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.lists.EntityList;
import dev.cinedex.lists.ListEntry;
import java.io.IOException;
import java.io.OutputStream;
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
        MovieView.of(entry).write(json);
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

  /** Writes each movie of a list on a line of its own. */
  void writeLines(EntityList list, OutputStream out) throws IOException {
    for (ListEntry entry : list.entries()) {
      ByteArrayBuilder bytes = new ByteArrayBuilder();
      try (JsonGenerator json = mapper.getFactory().createGenerator(bytes)) {
        MovieView.of(entry).write(json);
      }
      bytes.append('\n');
      out.write(bytes.toByteArray());
    }
  }
}
