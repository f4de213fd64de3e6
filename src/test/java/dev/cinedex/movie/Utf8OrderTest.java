package dev.cinedex.movie;

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

  private static String text(Random random) {
    int[] alphabet = {'a', 'b', 0xE9, 0x7FF, 0xFFFD, 0xE000, 0xD7FF, 0x10000, 0x1F600, 0x10FFFF};
    int[] points =
        random.ints(random.nextInt(4), 0, alphabet.length).map(i -> alphabet[i]).toArray();
    return new String(points, 0, points.length);
  }
}
