package dev.cinedex.benchmark.peers;

import com.datastax.oss.driver.api.core.cql.Row;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/**
 * Writes rows as JSON without decoding their text: Cassandra and JSON both have UTF-8, so only quotes,
 * backslashes and control characters need a change.
 */
final class RowJson {
  /** The fields of a row of {@code movies_by_actor}, in the order of its query. */
  static final List<Field> PARTIAL =
      List.of(
          new Field("id", Kind.UUID),
          new Field("title", Kind.TEXT),
          new Field("releaseYear", Kind.INT),
          new Field("genres", Kind.TEXTS),
          new Field("actors", Kind.TEXTS));

  /** The fields of a row of {@code movies_by_genre}, in the order of its query. */
  static final List<Field> COMPLETE =
      List.of(
          new Field("id", Kind.UUID),
          new Field("title", Kind.TEXT),
          new Field("releaseYear", Kind.INT),
          new Field("releaseDate", Kind.DATE),
          new Field("genres", Kind.TEXTS),
          new Field("actors", Kind.TEXTS),
          new Field("directors", Kind.TEXTS),
          new Field("synopsis", Kind.TEXT),
          new Field("version", Kind.LONG));

  private static final long EPOCH = 1L << 31;

  private RowJson() {}

  /** The type of a column. */
  enum Kind {
    UUID,
    TEXT,
    INT,
    LONG,
    DATE,
    TEXTS
  }

  /** A field of an item, with its quoted name as bytes. */
  static final class Field {
    private final byte[] name;
    private final Kind kind;

    Field(String name, Kind kind) {
      this.name = ascii("\"" + name + "\":");
      this.kind = kind;
    }
  }

  static void write(List<Row> rows, List<Field> fields, ByteBuf json) {
    json.writeBytes(ascii("{\"items\":["));
    for (int i = 0; i < rows.size(); i++) {
      json.writeByte(i == 0 ? '{' : ',');
      if (i > 0) {
        json.writeByte('{');
      }
      write(rows.get(i), fields, json);
      json.writeByte('}');
    }
    json.writeBytes(ascii("]}"));
  }

  private static void write(Row row, List<Field> fields, ByteBuf json) {
    for (int i = 0; i < fields.size(); i++) {
      ByteBuffer value = row.getBytesUnsafe(i);
      if (value != null) {
        if (i > 0) {
          json.writeByte(',');
        }
        json.writeBytes(fields.get(i).name);
        write(value, fields.get(i).kind, json);
      }
    }
  }

  private static void write(ByteBuffer value, Kind kind, ByteBuf json) {
    int at = value.position();
    switch (kind) {
      case UUID ->
          json.writeBytes(
              ascii("\"" + new UUID(value.getLong(at), value.getLong(at + 8)) + "\""));
      case INT -> json.writeBytes(ascii(Integer.toString(value.getInt(at))));
      case LONG -> json.writeBytes(ascii(Long.toString(value.getLong(at))));
      case DATE ->
          json.writeBytes(
              ascii("\"" + LocalDate.ofEpochDay((value.getInt(at) & 0xFFFFFFFFL) - EPOCH) + "\""));
      case TEXT -> text(value, at, value.remaining(), json);
      case TEXTS -> texts(value, json);
    }
  }

  private static void texts(ByteBuffer value, ByteBuf json) {
    int at = value.position();
    int count = value.getInt(at);
    at += Integer.BYTES;
    json.writeByte('[');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        json.writeByte(',');
      }
      int length = value.getInt(at);
      text(value, at + Integer.BYTES, length, json);
      at += Integer.BYTES + length;
    }
    json.writeByte(']');
  }

  private static void text(ByteBuffer value, int from, int length, ByteBuf json) {
    json.writeByte('"');
    for (int i = from; i < from + length; i++) {
      byte each = value.get(i);
      if (each == '"' || each == '\\') {
        json.writeByte('\\').writeByte(each);
      } else if (each >= 0 && each < ' ') {
        json.writeBytes(ascii("\\u%04x".formatted((int) each)));
      } else {
        json.writeByte(each);
      }
    }
    json.writeByte('"');
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
