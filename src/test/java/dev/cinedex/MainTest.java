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
  void theServiceAndAnEndlessImportAreCompiledWell(String words, boolean expected) {
    assertThat(Main.worksForLong(words.split(" ", -1))).isEqualTo(expected);
  }

  @Test
  void anImportOfALargeFileIsCompiledWell(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("movies.ndjson");
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
      content.setLength(128 << 20); // without its blocks on the disk

      assertThat(Main.worksForLong("import", "config.yml", file.toString())).isFalse();
      content.setLength((128 << 20) + 1);
      assertThat(Main.worksForLong("import", "config.yml", file.toString())).isTrue();
    }
  }
}
