package dev.cinedex.exports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.cinedex.files.Csv;
import dev.cinedex.files.Format;
import dev.cinedex.files.ListText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as lines.
 *
 * @param lists joins the lists in the cells of CSV
 */
record RecordText(Format format, ListText lists, List<String> fields) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  /** Returns the first line of the file; empty when the format has no header. */
  String header() {
    return format == Format.CSV ? Csv.line(fields) + "\n" : "";
  }

  /** Returns a record with its line break; of NDJSON without the values that are absent. */
  String line(List<? extends @Nullable Object> values) {
    return (format == Format.CSV ? Csv.line(cells(values)) : json(values)) + "\n";
  }

  private List<@Nullable Object> cells(List<? extends @Nullable Object> values) {
    List<@Nullable Object> cells = new ArrayList<>(values.size());
    for (Object value : values) {
      if (value instanceof Collection<?> list) {
        cells.add(lists.join(list));
      } else {
        cells.add(value == null || value instanceof Number ? value : value.toString());
      }
    }
    return cells;
  }

  private String json(List<? extends @Nullable Object> values) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      if (value != null) {
        object.put(fields.get(i), value);
      }
    }
    try {
      return JSON.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("This record cannot be written: " + object, e);
    }
  }
}
