package dev.cinedex.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.errors.StartupException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lines that an import refused, each with its number and the reason. Made when there is one.
 */
final class Rejects implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path file;
  private @Nullable BufferedWriter writer;

  /** One refused line. */
  private record Reject(long line, String reason, String text) {}

  Rejects(Path file) {
    this.file = file;
    try {
      Files.deleteIfExists(file); // of an earlier run
    } catch (IOException e) {
      System.err.println("An earlier run's " + file + " stays, for it cannot be deleted: " + e);
    }
  }

  synchronized void add(long lineNumber, String text, String reason) {
    try {
      if (writer == null) {
        writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
      }
      writer.write(MAPPER.writeValueAsString(new Reject(lineNumber, reason, text)));
      writer.newLine();
    } catch (IOException e) {
      throw new StartupException(
          "Line %d is refused (%s), and that cannot be written to %s (%s): import a copy in a folder where you may write"
              .formatted(lineNumber, reason, file, e),
          e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
  }
}
