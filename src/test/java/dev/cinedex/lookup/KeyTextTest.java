package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyTextTest {
  private static final LookupTable TABLE =
      Tables.of(
          "t",
          "{partition: [release_decade, release_year, release_date, title], where: release_date present}");

  @ParameterizedTest
  @CsvSource({
    "release_decade, 1990",
    "release_year, 1995",
    "release_date, 1995-12-15",
    "title, Heat",
    "movie_id, f0b70336-bc30-5a9f-bb64-65607359f0c5"
  })
  void aValueIsReadAsItIsWritten(String column, String text) {
    assertThat(KeyText.key(column(column), text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({
    "release_decade, 1995, a decade such as 1990",
    "release_decade, x, a decade such as 1990",
    "release_year, 19.5, a whole number such as 1995",
    "release_date, 1995-13-15, a date such as 1995-12-15",
    "movie_id, 1-2-3-4-5, a UUID (36 characters)"
  })
  void aTextThatIsNoValueIsRefused(String column, String text, String form) {
    assertThatThrownBy(() -> KeyText.key(column(column), text))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(KeyText.form(column(column))).isEqualTo(form);
  }

  @Test
  void aRangeMayEndInTheMiddleOfADecade() {
    assertThat(KeyText.bound(column("release_decade"), "1995")).isEqualTo(1995);
  }

  private static Column column(String name) {
    return TABLE.primaryKey().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
