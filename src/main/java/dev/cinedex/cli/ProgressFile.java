package dev.cinedex.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

/**
 * A small file that says how far a command is, so that the command continues there when its process
 * was killed. It is replaced as a whole, and so is never half written.
 *
 * @param <T> how far the command is
 */
final class ProgressFile<T extends Record> {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path path;
  private final Class<T> type;

  ProgressFile(Path path, Class<T> type) {
    this.path = path;
    this.type = type;
  }

  /** Returns what was saved last; empty when there is no file, or another program wrote it. */
  Optional<T> read() throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    try {
      return Optional.of(MAPPER.readValue(Files.readAllBytes(path), type));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Replaces the file. */
  void save(T progress) throws IOException {
    Path written = path.resolveSibling(path.getFileName() + "." + UUID.randomUUID());
    try {
      Files.writeString(written, MAPPER.writeValueAsString(progress), StandardCharsets.UTF_8);
      try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(
          written, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  void delete() throws IOException {
    Files.deleteIfExists(path);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
