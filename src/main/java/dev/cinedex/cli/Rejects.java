package dev.cinedex.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file of the lines that an import rejected, each with its number and the reason, as NDJSON.
 * The first rejected line creates the file.
 */
final class Rejects implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path file;
  private @Nullable BufferedWriter writer;

  private record Reject(long line, String reason, String text) {}

  private Rejects(Path file) {
    this.file = file;
  }

  /** Opens the file of an import, and deletes the one of an earlier import of the same movies. */
  static Rejects open(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      System.err.printf("The rejects of an earlier import stay in %s: %s%n", file, e);
    }
    return new Rejects(file);
  }

  synchronized void add(long lineNumber, String text, String reason) {
    try {
      if (writer == null) {
        writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
      }
      writer.write(MAPPER.writeValueAsString(new Reject(lineNumber, reason, text)));
      writer.newLine();
    } catch (IOException e) {
      throw new CommandException(
          "Line %d is rejected (%s), but %s cannot be written (%s): import a copy from a folder where you may write"
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
