package dev.cinedex.lookup;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.UUID;

/** Values of key columns as requests and commands write them. */
public final class KeyText {
  private KeyText() {}

  /**
   * @throws IllegalArgumentException when it is no value of the column's type
   */
  public static Object parse(Column column, String text) {
    return switch (column.cqlType()) {
      case "text" -> text;
      case "int" -> Integer.valueOf(text);
      case "date" -> date(text);
      case "uuid" -> UUID.fromString(text);
      default -> throw new IllegalStateException("No key has type " + column.cqlType());
    };
  }

  /** What a value looks like. */
  public static String form(Column column) {
    return switch (column.cqlType()) {
      case "int" -> "a whole number such as 1995";
      case "date" -> "a date such as 1995-12-15";
      case "uuid" -> "a UUID (36 characters)";
      default -> column.cqlType();
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
