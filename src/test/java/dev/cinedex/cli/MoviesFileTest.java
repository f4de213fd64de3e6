package dev.cinedex.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.files.Format;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MoviesFileTest {
  private static final String TEXT = "one\n\n \ntwo\nthree";

  @TempDir private Path directory;

  @Test
  void plainAndGzippedFilesHaveTheSameContent() throws Exception {
    for (byte[] content : new byte[][] {TEXT.getBytes(UTF_8), gzip(TEXT)}) {
      MoviesFile file = file(content);

      assertThat(file.open()).hasContent(TEXT);
      assertThat(file.lines(Format.NDJSON)).isEqualTo(3);
    }
  }

  @Test
  void anEmptyFileHasNoLines() throws Exception {
    assertThat(file(new byte[0]).lines(Format.NDJSON)).isZero();
  }

  @Test
  void theLinesOfATruncatedFileAreCountedAsFarAsTheyGo() throws Exception {
    byte[] whole = gzip("a line\n".repeat(100));

    assertThat(file(Arrays.copyOf(whole, whole.length - 9)).lines(Format.NDJSON))
        .isBetween(0L, 100L);
  }

  @Test
  void theRejectsLieBesideTheFile() throws Exception {
    assertThat(file(new byte[0]).rejects())
        .isEqualTo(directory.resolve("movies.ndjson.rejects.ndjson"));
  }

  @Test
  void aFileThatCannotBeReadIsNamed() {
    for (Path path : new Path[] {directory, directory.resolve("missing")}) {
      assertThatThrownBy(() -> MoviesFile.named(path.toString()))
          .isInstanceOf(CommandException.class)
          .hasMessage("The file to import cannot be read: " + path);
    }
  }

  private MoviesFile file(byte[] content) throws IOException {
    return MoviesFile.named(Files.write(directory.resolve("movies.ndjson"), content).toString());
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }
}
