package dev.cinedex.text;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Converts constants of enums to the lower-case text of requests, commands and stored data. */
public final class EnumText {
  private EnumText() {}

  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the constant with this text; empty when the type has none. */
  public static <E extends Enum<E>> Optional<E> parse(Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> of(constant).equals(text))
        .findFirst();
  }
}
