package dev.cinedex.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.SecretFile;
import dev.cinedex.text.MalformedJsonException;
import dev.cinedex.text.StrictJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of keys: one JSON object a line. Lines are only added. The last line of a key counts, so
 * a key is revoked by a line that ends it.
 *
 * @param path of the file, for which the rule of {@link SecretFile} holds
 */
public record KeyFile(Path path) {
  private static final String CREATE = "java -jar cinedex.jar keys create NAME ROLE config.yml";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  /**
   * Reads the entries by the ids of their keys, in the order in which the keys were made.
   *
   * @throws StartupException when the file is missing, unreadable or empty, when others may read or
   *     change it, or when a line is not an entry
   */
  public Map<String, KeyEntry> read() {
    try {
      requirePrivate();
      Map<String, KeyEntry> entries = new LinkedHashMap<>();
      List<String> lines = Files.readAllLines(path);
      for (int i = 0; i < lines.size(); i++) {
        if (!lines.get(i).isBlank()) {
          KeyEntry entry = entry(lines.get(i), i + 1);
          entries.put(entry.id(), entry);
        }
      }
      if (entries.isEmpty()) {
        throw new StartupException(
            "The file of API keys has no key: %s. Restore it, or make a key with '%s'. To end a key, use 'keys revoke'"
                .formatted(path, CREATE));
      }
      return entries;
    } catch (NoSuchFileException e) {
      throw new StartupException(
          "The file of API keys does not exist: %s. Make a key with '%s', or correct access.keysFile (KEYS_FILE)"
              .formatted(path, CREATE),
          e);
    } catch (IOException e) {
      throw new StartupException(
          "The file of API keys cannot be read: %s (%s). It must be a text file that the user of the service may read"
              .formatted(path, e.getClass().getSimpleName()),
          e);
    }
  }

  private void requirePrivate() throws IOException {
    SecretFile.requirePrivate(path, "the file of API keys");
  }

  private KeyEntry entry(String line, int number) {
    try {
      return MAPPER.treeToValue(
          StrictJson.object(line.getBytes(StandardCharsets.UTF_8)), KeyEntry.class);
    } catch (JsonProcessingException | MalformedJsonException e) {
      throw new StartupException(
          "The file of API keys %s has no valid key in line %d. Restore the line, or remove it and make its key again"
              .formatted(path, number),
          e);
    }
  }

  /**
   * Adds a line, and makes the file if there is none.
   *
   * @throws StartupException when others may use the file, or it cannot be written
   */
  public void add(KeyEntry entry) {
    try {
      if (!Files.exists(path)) {
        Files.createFile(path, PosixFilePermissions.asFileAttribute(SecretFile.PRIVATE));
      }
      requirePrivate();
      String line = (lacksLineBreak() ? "\n" : "") + MAPPER.writeValueAsString(entry) + "\n";
      ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.APPEND)) {
        while (bytes.hasRemaining()) {
          file.write(bytes); // in one call, so that the lines of two commands never mix
        }
        file.force(true);
      }
    } catch (IOException e) {
      throw new StartupException(
          "The file of API keys cannot be written: %s (%s). Its folder must exist, and be writable"
              .formatted(path, e.getClass().getSimpleName()),
          e);
    }
  }

  /** Returns whether the last line has no line break, as some editors leave it. */
  private boolean lacksLineBreak() throws IOException {
    byte[] content = Files.readAllBytes(path);
    return content.length > 0 && content[content.length - 1] != '\n';
  }
}
