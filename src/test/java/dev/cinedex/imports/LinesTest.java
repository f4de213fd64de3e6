package dev.cinedex.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.imports.Lines.Line;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinesTest {
  /** As much as a gzip bomb: no memory has room for it. */
  private static final class Endless extends InputStream {
    private long left = 8L << 30;

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      int count = (int) Math.min(length, left);
      left -= count;
      return count == 0 ? -1 : count;
    }
  }

  @ParameterizedTest
  @CsvSource({"'a\nb', a|b", "'a\n\nb\n', a||b", "'a\r\nb\r\n', a|b", "'\n', ''", "a, a"})
  void linesEndWithAnyLineBreak(String text, String lines) throws IOException {
    assertThat(String.join("|", texts(text))).isEqualTo(lines);
  }

  @Test
  void anEmptyFileHasNoLine() throws IOException {
    assertThat(texts("")).isEmpty();
  }

  @Test
  void aLineMayBeAsLongAsTheLimit() throws IOException {
    String longest = "x".repeat(Lines.MAX_BYTES);

    assertThat(texts(longest + "\r\n" + longest)).containsExactly(longest, longest);
    assertThat(next(new Lines(stream(longest + "xx\n"))).isTooLong()).isTrue();
  }

  @Test
  void aLineWithoutEndIsSkipped() throws IOException {
    Lines lines = new Lines(new SequenceInputStream(new Endless(), stream("\nnext\n")));

    Line first = next(lines);
    assertThat(first.isTooLong()).isTrue();
    assertThat(first.number()).isEqualTo(1);
    assertThat(first.bytes().length).isLessThanOrEqualTo(1_000);
    Line second = next(lines);
    assertThat(new String(second.bytes(), UTF_8)).isEqualTo("next");
    assertThat(second.number()).isEqualTo(2);
    assertThat(lines.next()).isNull();
  }

  private static Line next(Lines lines) throws IOException {
    return Objects.requireNonNull(lines.next());
  }

  private static List<String> texts(String text) throws IOException {
    Lines lines = new Lines(stream(text));
    List<String> texts = new ArrayList<>();
    for (Line line = lines.next(); line != null; line = lines.next()) {
      assertThat(line.isTooLong()).isFalse();
      texts.add(new String(line.bytes(), UTF_8));
    }
    return texts;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }
}
