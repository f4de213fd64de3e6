package dev.cinedex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  @ParameterizedTest
  @CsvSource({
    "server config.yml, true",
    "import config.yml movies.csv, true",
    "export movies config.yml movies.csv, true",
    "lookups build movies_by_actor config.yml, true",
    "lookups resume movies_by_actor config.yml, true",
    "serve config.yml, true",
    "lookups ver movies_by_actor config.yml, true",
    "lookups list config.yml, false",
    "lookups retire build config.yml, false",
    "doctor config.yml, false",
    "'', false"
  })
  void commandsThatWorkForLongAreCompiledWell(String words, boolean expected) {
    assertThat(Main.worksForLong(words.split(" ", -1))).isEqualTo(expected);
  }
}
