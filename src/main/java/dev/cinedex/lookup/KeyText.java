package dev.cinedex.lookup;

import dev.cinedex.text.StrictUuid;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;

/** Values of key columns as requests and commands write them. */
public final class KeyText {
  private KeyText() {}

  /**
   * A value that there may be in a table.
   *
   * @throws IllegalArgumentException when it is none of the column's
   */
  public static Object key(Column column, String text) {
    Object value = bound(column, text);
    if (isDecade(column) && (int) value != Column.decadeOf((int) value)) {
      throw new IllegalArgumentException("It is in the middle of a decade");
    }
    return value;
  }

  /**
   * The end of a range.
   *
   * @throws IllegalArgumentException when it is no value of the column's type
   */
  public static Object bound(Column column, String text) {
    return switch (column.cqlType()) {
      case "text" -> text;
      case "int" -> Integer.valueOf(text);
      case "date" -> date(text);
      case "uuid" ->
          StrictUuid.of(text).orElseThrow(() -> new IllegalArgumentException("It is no UUID"));
      default -> throw new IllegalStateException("No key has type " + column.cqlType());
    };
  }

  /** What a value looks like. */
  public static String form(Column column) {
    return switch (column.cqlType()) {
      case "int" -> isDecade(column) ? "a decade such as 1990" : "a whole number such as 1995";
      case "date" -> "a date such as 1995-12-15";
      case "uuid" -> "a UUID (36 characters)";
      default -> column.cqlType();
    };
  }

  private static boolean isDecade(Column column) {
    return column.name().equals(Column.DECADE);
  }

  private static LocalDate date(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
