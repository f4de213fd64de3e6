package dev.cinedex.http;

import dev.cinedex.lookup.Column;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.UUID;

/** Values of key columns as requests write them. */
final class KeyText {
  private KeyText() {}

  /**
   * @throws IllegalArgumentException when it is no value of the column's type
   */
  static Object parse(Column column, String text) {
    return switch (column.cqlType()) {
      case "text" -> text;
      case "int" -> Integer.valueOf(text);
      case "date" -> date(text);
      case "uuid" -> UUID.fromString(text);
      default -> throw new IllegalStateException("No key has type " + column.cqlType());
    };
  }

  private static LocalDate date(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
