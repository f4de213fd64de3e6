package dev.cinedex.files;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A list of texts as one cell of a CSV file. A backslash stands before a separator or a backslash
 * that is part of a text.
 *
 * @param separator stands between two texts
 */
public record ListText(char separator) {
  public static final char DEFAULT_SEPARATOR = '|';

  private static final char ESCAPE = '\\';

  /**
   * @throws IllegalArgumentException when the character has another meaning in a cell
   */
  public ListText {
    if (separator == ESCAPE || separator == '"' || Character.isISOControl(separator)) {
      throw new IllegalArgumentException(
          "The list separator must not be a quote, a backslash or a control character");
    }
  }

  public String join(Collection<?> texts) {
    return texts.stream().map(this::escaped).collect(Collectors.joining(String.valueOf(separator)));
  }

  private String escaped(Object text) {
    StringBuilder escaped = new StringBuilder();
    for (char character : text.toString().toCharArray()) {
      if (character == separator || character == ESCAPE) {
        escaped.append(ESCAPE);
      }
      escaped.append(character);
    }
    return escaped.toString();
  }

  /** Returns the texts of a cell; none when it is empty. */
  public List<String> split(String cell) {
    List<String> texts = new ArrayList<>();
    if (cell.isEmpty()) {
      return texts;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < cell.length(); i++) {
      char character = cell.charAt(i);
      if (character == ESCAPE && i + 1 < cell.length() && isEscapable(cell.charAt(i + 1))) {
        text.append(cell.charAt(++i));
      } else if (character == separator) {
        texts.add(text.toString());
        text.setLength(0);
      } else {
        text.append(character);
      }
    }
    texts.add(text.toString());
    return texts;
  }

  private boolean isEscapable(char character) {
    return character == separator || character == ESCAPE;
  }
}
