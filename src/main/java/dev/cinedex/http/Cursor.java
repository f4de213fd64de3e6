package dev.cinedex.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/**
 * Where a list goes on: the clustering key of the last row, bound to its table and partition.
 * Opaque to clients.
 *
 * @param table name of the lookup table
 * @param partition the partition that is listed
 * @param after clustering key, as text
 */
record Cursor(String table, List<String> partition, List<String> after) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static String encode(LookupTable table, List<Object> partition, List<Object> after) {
    Cursor cursor = new Cursor(table.name(), texts(partition), texts(after));
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(MAPPER.writeValueAsBytes(cursor));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @return the clustering key to go on after
   * @throws ProblemException when it was not made for this list
   */
  static List<Object> decode(String text, LookupTable table, List<Object> partition) {
    try {
      Cursor cursor = MAPPER.readValue(Base64.getUrlDecoder().decode(text), Cursor.class);
      List<Column> columns = table.clusteringKey();
      if (cursor.table.equals(table.name())
          && cursor.partition.equals(texts(partition))
          && cursor.after.size() == columns.size()) {
        List<Object> after = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          after.add(value(cursor.after.get(i), columns.get(i)));
        }
        return after;
      }
    } catch (IOException | RuntimeException e) {
      // falls through: whatever is wrong with it, it is not one of ours
    }
    throw new ProblemException(
        Kind.INVALID_PARAMETER,
        "cursor: is not the nextCursor of this list; leave it out to start at the first page");
  }

  private static String wellFormed(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException("An unpaired surrogate");
    }
    return text;
  }

  private static List<String> texts(List<Object> values) {
    return values.stream().map(String::valueOf).toList();
  }

  private static Object value(String text, Column column) {
    return switch (column.cqlType()) {
      case "text" -> wellFormed(text);
      case "int" -> Integer.valueOf(text);
      case "uuid" -> UUID.fromString(text);
      default -> throw new IllegalArgumentException("No key has type " + column.cqlType());
    };
  }
}
