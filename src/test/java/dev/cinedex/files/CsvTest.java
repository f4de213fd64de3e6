package dev.cinedex.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  private static final List<String> ODD =
      List.of(
          "plain",
          "",
          " ",
          "a,b",
          "\"",
          "say \"hi\"",
          "two\nlines",
          "crlf\r\nend",
          "\u00e9\ud83c\udfac",
          "'",
          "\\",
          "=1+1",
          "|",
          "tab\t",
          "\ufeff",
          "a much longer text than the others, with \"all\"\n");

  @Test
  void whateverIsWrittenIsReadAgain() {
    assertThat(Csv.cells(Csv.line(ODD).getBytes(UTF_8))).isEqualTo(ODD);
    for (String odd : ODD) {
      assertThat(Csv.cells(Csv.line(List.of(odd, "x")).getBytes(UTF_8))).containsExactly(odd, "x");
    }
  }

  @Test
  void numbersHaveNoQuotesAndNullIsEmpty() {
    assertThat(Csv.line(Arrays.asList("Heat", 1995, null))).isEqualTo("\"Heat\",1995,\"\"");
    assertThat(Csv.cells("Heat,1995,".getBytes(UTF_8))).containsExactly("Heat", "1995", "");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstCell() {
    assertThat(Csv.cells("\ufeffid,title".getBytes(UTF_8))).containsExactly("id", "title");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\"b,c", "\"a", "a\nb"})
  void aLineThatIsNotOneRecordIsRefused(String line) {
    assertThatThrownBy(() -> Csv.cells(line.getBytes(UTF_8)))
        .isInstanceOf(MalformedCsvException.class);
  }

  @Test
  void aLineThatIsNotUtf8IsRefused() {
    assertThatThrownBy(() -> Csv.cells("\u00e9".getBytes(ISO_8859_1)))
        .isInstanceOf(MalformedCsvException.class)
        .hasMessage("The line is not UTF-8");
  }
}
