package dev.cinedex.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListTextTest {
  private static final ListText LISTS = new ListText('|');

  @Test
  void textsAreSplitAtTheSeparator() {
    assertThat(LISTS.split("a|b c|d")).containsExactly("a", "b c", "d");
    assertThat(LISTS.split("")).isEmpty();
    assertThat(new ListText(';').split("a|b;c")).containsExactly("a|b", "c");
  }

  @Test
  void aBackslashStandsBeforeASeparatorInAText() {
    assertThat(LISTS.join(List.of("a|b", "c\\"))).isEqualTo("a\\|b|c\\\\");
    assertThat(LISTS.split("AC\\DC")).containsExactly("AC\\DC");
  }

  @Test
  void whateverIsJoinedIsSplitAgain() {
    Random random = new Random(1);
    Stream.generate(
            () -> IntStream.range(0, 1 + random.nextInt(4)).mapToObj(i -> text(random)).toList())
        .limit(10_000)
        .forEach(texts -> assertThat(LISTS.split(LISTS.join(texts))).isEqualTo(texts));
  }

  /** A text of the characters that have a meaning; empty texts are no names. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append("|\\a".charAt(random.nextInt(3)));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(chars = {'"', '\\', '\n'})
  void aCharacterWithAnotherMeaningIsNoSeparator(char separator) {
    assertThatThrownBy(() -> new ListText(separator)).isInstanceOf(IllegalArgumentException.class);
  }
}
