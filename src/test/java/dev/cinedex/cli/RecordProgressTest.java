package dev.cinedex.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.OptionalInt;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class RecordProgressTest {
  private static final String FORMAT = "import: %d movies, %d per second";

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, UTF_8);

  @Test
  void withoutATerminalALineSaysHowFarItIs() {
    try (RecordProgress progress =
        RecordProgress.lines(FORMAT, () -> OptionalInt.of(34), Duration.ofMillis(200), out)) {
      progress.step();
      progress.step();

      Awaitility.await().until(() -> printed.toString(UTF_8).lines().count() >= 2);
    }

    assertThat(printed.toString(UTF_8).lines().limit(2))
        .containsExactly(
            "import: 2 movies, 10 per second, 34 %", "import: 2 movies, 0 per second, 34 %");
  }

  @Test
  void itPrintsNoMoreAfterItsEnd() throws Exception {
    RecordProgress.lines(FORMAT, OptionalInt::empty, Duration.ofMillis(50), out).close();

    Thread.sleep(200);
    assertThat(printed.toString(UTF_8)).isEmpty();
  }
}
