package dev.cinedex.lookup;

import dev.cinedex.text.StrictUuid;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;

/** Reads values of key columns as requests and commands write them. */
public final class KeyText {
  private KeyText() {}

  /**
   * Returns a value that a row can have.
   *
   * @throws IllegalArgumentException when the column cannot have it
   */
  public static Object key(Column column, String text) {
    Object value = bound(column, text);
    if (column.source() instanceof ColumnSource.Rounding rounding
        && !rounding.rounded().isValue((int) value)) {
      throw new IllegalArgumentException("The value is not rounded");
    }
    return value;
  }

  /**
   * Returns a value that can end a range.
   *
   * @throws IllegalArgumentException when the text is not a value of the column's type
   */
  public static Object bound(Column column, String text) {
    return switch (column.cqlType()) {
      case "text" -> text;
      case "int" -> Integer.valueOf(text);
      case "date" -> date(text);
      case "uuid" ->
          StrictUuid.of(text)
              .orElseThrow(() -> new IllegalArgumentException("The text is not a UUID"));
      default -> throw new IllegalStateException("No key has type " + column.cqlType());
    };
  }

  /** Describes a value of the column, for messages. */
  public static String form(Column column) {
    if (column.source() instanceof ColumnSource.Rounding rounding) {
      return rounding.rounded().form();
    }
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
