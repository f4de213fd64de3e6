package dev.cinedex;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  @ParameterizedTest
  @CsvSource({
    "server config.yml, later",
    "serve config.yml, later",
    "import config.yml -, as by default",
    "import config.yml movies.csv, never",
    "export movies config.yml -, never",
    "lookups build movies_by_actor config.yml, never",
    "doctor config.yml, never",
    "'', never"
  })
  void theBetterCompilerWorksForTheServiceAndForAnImportFromTheStandardInput(
      String words, String when) {
    assertThat(betterCompiler(words.split(" ", -1))).isEqualTo(when);
  }

  @Test
  void theBetterCompilerWorksForAnImportOfALargeFile(@TempDir Path folder) throws IOException {
    assertThat(ofImport(folder.resolve("a.ndjson"), 128 << 20)).isEqualTo("never");
    assertThat(ofImport(folder.resolve("b.ndjson"), (128 << 20) + 1)).isEqualTo("as by default");
    assertThat(ofImport(folder.resolve("a.csv.gz"), 42 << 20)).isEqualTo("never");
    assertThat(ofImport(folder.resolve("b.csv.gz"), 43 << 20)).isEqualTo("as by default");
  }

  /** The image starts the JVM with the archive itself. */
  @Test
  void theImageHasTheOptionsOfTheService() throws IOException {
    assertThat(Files.readString(Path.of("docker", "Dockerfile")))
        .contains(String.join("\", \"", Main.options("server")));
  }

  /** Asks for an import of a sparse file of a size. */
  private static String ofImport(Path file, long bytes) throws IOException {
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
      content.setLength(bytes);
    }
    return betterCompiler("import", "config.yml", file.toString());
  }

  /** Returns when the better compiler begins. */
  private static String betterCompiler(String... arguments) {
    List<String> options = Main.options(arguments);
    if (options.contains("-XX:TieredStopAtLevel=1")) {
      return "never";
    }
    return options.contains("-XX:Tier4InvocationThreshold=50000") ? "later" : "as by default";
  }
}
