package dev.cinedex;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  @ParameterizedTest
  @CsvSource({
    "server config.yml, true",
    "serve config.yml, true",
    "import config.yml -, true",
    "import config.yml movies.csv, false",
    "export movies config.yml -, false",
    "lookups build movies_by_actor config.yml, false",
    "doctor config.yml, false",
    "'', false"
  })
  void theServiceAndAnImportFromTheStandardInputAreCompiledWell(String words, boolean expected) {
    assertThat(Main.worksForLong(words.split(" ", -1))).isEqualTo(expected);
  }

  @Test
  void anImportOfALargeFileIsCompiledWell(@TempDir Path folder) throws IOException {
    assertThat(worksForLong(folder.resolve("a.ndjson"), 128 << 20)).isFalse();
    assertThat(worksForLong(folder.resolve("b.ndjson"), (128 << 20) + 1)).isTrue();
    assertThat(worksForLong(folder.resolve("a.csv.gz"), 42 << 20)).isFalse();
    assertThat(worksForLong(folder.resolve("b.csv.gz"), 43 << 20)).isTrue();
  }

  /** Asks for an import of a sparse file of a size. */
  private static boolean worksForLong(Path file, long bytes) throws IOException {
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
      content.setLength(bytes);
    }
    return Main.worksForLong("import", "config.yml", file.toString());
  }
}
