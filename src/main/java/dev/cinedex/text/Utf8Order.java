package dev.cinedex.text;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The order of Cassandra's {@code text}: unsigned UTF-8 bytes, which is the order of code points.
 * {@link String#compareTo} orders UTF-16 units instead and differs above U+FFFF.
 */
public final class Utf8Order {
  public static final Comparator<String> COMPARATOR = Utf8Order::compare;

  private Utf8Order() {}

  /** Returns the least text that is greater than all texts with the prefix; null if none is. */
  public static @Nullable String after(String prefix) {
    int end = prefix.length();
    while (end > 0) {
      int last = prefix.codePointBefore(end);
      end -= Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
        return prefix.substring(0, end) + Character.toString(next);
      }
    }
    return null;
  }

  private static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        // Surrogates (U+10000 and above) sort after every other unit.
        boolean bothAlike = Character.isSurrogate(l) == Character.isSurrogate(r);
        return bothAlike ? Character.compare(l, r) : Character.isSurrogate(l) ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
