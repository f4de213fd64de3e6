package dev.cinedex.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The file of the lines that an import rejected, each with its number and the reason, as NDJSON.
 * The first rejected line creates the file.
 */
final class Rejects implements AutoCloseable {
  /** An import ends at this size of its file of rejects: what it reads holds no movies. */
  static final long MOST_BYTES = 64L << 20;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path file;
  private final long mostBytes;
  private long bytes;
  private @Nullable OutputStream out;

  private record Reject(long line, String reason, String text) {}

  private Rejects(Path file, long mostBytes) {
    this.file = file;
    this.mostBytes = mostBytes;
  }

  /**
   * Opens the file of an import. What an earlier import of the same movies rejected is deleted, up
   * to where that import is continued.
   *
   * @param after the line after which the import begins: rejects up to there are kept
   */
  static Rejects open(Path file, long after) {
    return open(file, after, MOST_BYTES);
  }

  /**
   * @param mostBytes the size of the file that ends the import
   */
  static Rejects open(Path file, long after, long mostBytes) {
    try {
      if (after == 0) {
        Files.deleteIfExists(file);
      } else {
        keep(after, file);
      }
    } catch (IOException e) {
      System.err.printf("The rejects of an earlier import stay in %s: %s%n", file, e);
    }
    return new Rejects(file, mostBytes);
  }

  /** Keeps the lines about movies that the continued import does not read again. */
  private static void keep(long upTo, Path file) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    Path kept = file.resolveSibling(file.getFileName() + ".kept");
    // Byte by byte, because the last line may end within a character.
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1);
        BufferedWriter out = Files.newBufferedWriter(kept, StandardCharsets.ISO_8859_1)) {
      for (String line : (Iterable<String>) lines.filter(each -> isUpTo(upTo, each))::iterator) {
        out.write(line);
        out.newLine();
      }
    }
    Files.move(kept, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static boolean isUpTo(long lineNumber, String reject) {
    try {
      return MAPPER.readTree(reject).path("line").asLong(Long.MAX_VALUE) <= lineNumber;
    } catch (JsonProcessingException e) {
      return false; // the process was killed while it wrote this line
    }
  }

  /**
   * Writes a line that is rejected.
   *
   * @throws FindingsException when the file would become too large
   */
  synchronized void add(long lineNumber, String text, String reason) {
    try {
      if (out == null) {
        out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        bytes = Files.size(file);
      }
      String line = MAPPER.writeValueAsString(new Reject(lineNumber, reason, text)) + "\n";
      byte[] reject = line.getBytes(StandardCharsets.UTF_8);
      if (bytes + reject.length > mostBytes) {
        throw new FindingsException(
            "Line %d is rejected (%s), and %s is full of rejected lines (%d bytes): the import ends here. Look whether this is a file of movies; if it is, move that file away and give the command again: it continues"
                .formatted(lineNumber, reason, file, bytes));
      }
      bytes += reject.length;
      out.write(reject); // before the import counts the line as done
    } catch (IOException e) {
      throw new CommandException(
          "Line %d is rejected (%s), but %s cannot be written (%s): import a copy from a folder where you may write"
              .formatted(lineNumber, reason, file, e),
          e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
