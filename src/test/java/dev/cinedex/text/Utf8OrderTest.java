package dev.cinedex.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8OrderTest {
  @Test
  void isTheOrderOfUnsignedBytes() {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      String left = text(random);
      String right = text(random);

      int bytes = Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8));
      assertThat(Integer.signum(Utf8Order.COMPARATOR.compare(left, right)))
          .as("%s and %s", left, right)
          .isEqualTo(Integer.signum(bytes));
    }
  }

  @Test
  void theBoundAfterAPrefixExceedsAllThatBeginWithIt() {
    Random random = new Random(43);
    for (int i = 0; i < 20_000; i++) {
      String prefix = text(random);
      String text = random.nextBoolean() ? prefix + text(random) : text(random);
      String after = Utf8Order.after(prefix);

      boolean within =
          Utf8Order.COMPARATOR.compare(text, prefix) >= 0
              && (after == null || Utf8Order.COMPARATOR.compare(text, after) < 0);
      assertThat(within)
          .as("%s from %s to %s", text, prefix, after)
          .isEqualTo(text.startsWith(prefix));
    }
  }

  private static String text(Random random) {
    int[] alphabet = {'a', 'b', 0xE9, 0x7FF, 0xFFFD, 0xE000, 0xD7FF, 0x10000, 0x1F600, 0x10FFFF};
    int[] points =
        random.ints(random.nextInt(4), 0, alphabet.length).map(i -> alphabet[i]).toArray();
    return new String(points, 0, points.length);
  }
}
