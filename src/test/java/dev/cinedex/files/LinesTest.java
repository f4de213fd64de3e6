package dev.cinedex.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.files.Lines.Line;
import dev.cinedex.testing.ThoroughTest;
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
  /** More bytes than an array can hold, like the content of a gzip bomb. */
  private static final class Endless extends InputStream {
    private long left = Integer.MAX_VALUE + 2L;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "`a,\"b\nc\"\nd`;`a,\"b\nc\"`;3",
        "`\"b\n\"\"c\"\nd`;`\"b\n\"\"c\"`;3",
        "`a,5\" disk\nd`;`a,5\" disk`;2",
        "`\"a\",\"\"\nd`;`\"a\",\"\"`;2"
      })
  void aRecordOfCsvHasLineBreaksWithinQuotesAlone(String text, String first, long second)
      throws IOException {
    Lines lines = new Lines(stream(text), Format.CSV);

    assertThat(new String(next(lines).bytes(), UTF_8)).isEqualTo(first);
    Line last = next(lines);
    assertThat(new String(last.bytes(), UTF_8)).isEqualTo("d");
    assertThat(last.number()).isEqualTo(second);
    assertThat(lines.next()).isNull();
  }

  @Test
  void aQuoteThatIsNeverClosedHidesNoMoreThanALineMayHave() throws IOException {
    String open = "\"a\n" + "b\n".repeat(Lines.MAX_BYTES);

    Lines lines = new Lines(stream(open + "x\ny\n"), Format.CSV);

    assertThat(next(lines).isTooLong()).isTrue();
    Line following = next(lines);
    while (following.bytes()[0] == 'b') {
      following = next(lines);
    }
    assertThat(new String(following.bytes(), UTF_8)).isEqualTo("x");
    assertThat(new String(next(lines).bytes(), UTF_8)).isEqualTo("y");
  }

  @Test
  void theChecksumTellsWhatStandsBefore() throws IOException {
    Lines lines = new Lines(stream("a\nb\nc"), Format.NDJSON);
    long afterA = next(lines).checksum();
    long afterB = next(lines).checksum();

    Lines others = new Lines(stream("a\nB\nc"), Format.NDJSON);
    assertThat(next(others).checksum()).isEqualTo(afterA);
    assertThat(next(others).checksum()).isNotEqualTo(afterB);
  }

  @Test
  void anEmptyFileHasNoLine() throws IOException {
    assertThat(texts("")).isEmpty();
  }

  @Test
  void aLineMayBeAsLongAsTheLimit() throws IOException {
    String longest = "x".repeat(Lines.MAX_BYTES);

    assertThat(texts(longest + "\r\n" + longest)).containsExactly(longest, longest);
    assertThat(next(new Lines(stream(longest + "xx\n"), Format.NDJSON)).isTooLong()).isTrue();
  }

  @ThoroughTest
  void aLineWithoutEndIsSkipped() throws IOException {
    Lines lines =
        new Lines(new SequenceInputStream(new Endless(), stream("\nnext\n")), Format.NDJSON);

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
    Lines lines = new Lines(stream(text), Format.NDJSON);
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
