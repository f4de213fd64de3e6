package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.http.StaticFile.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StaticFileTest {
  private static final StaticFile TEN_BYTES = new StaticFile("text/plain", () -> new byte[10]);

  @ParameterizedTest
  @CsvSource({
    "bytes=0-,     0, 10",
    "bytes=0-0,    0,  1",
    "bytes=3-5,    3,  6",
    "bytes=9-,     9, 10",
    "bytes=3-999,  3, 10",
    "bytes=-4,     6, 10",
    "bytes=-99,    0, 10"
  })
  void oneRangeIsAPart(String range, int from, int to) {
    assertThat(TEN_BYTES.part(range)).isEqualTo(new Part(from, to));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bytes=0-,0-",
        "bytes=0-1,3-4",
        "bytes=-",
        "bytes=10-",
        "bytes=5-3",
        "bytes=-0",
        "lines=1-2",
        "bytes=0-99999999999999999999",
        "bytes"
      })
  void anotherRangeIsNone(String range) {
    assertThat(TEN_BYTES.part(range).isEmpty()).isTrue();
  }

  @Test
  void theTagFollowsTheBytes() {
    StaticFile page = StaticFile.of("/docs/index.html", "text/html");
    StaticFile script = StaticFile.of("/docs/start.js", "text/javascript");

    assertThat(page.tag()).isNotEqualTo(script.tag()).startsWith("\"").endsWith("\"");
    assertThat(StaticFile.of("/docs/index.html", "text/html").tag()).isEqualTo(page.tag());
  }
}
