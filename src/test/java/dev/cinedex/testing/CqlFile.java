package dev.cinedex.testing;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files in the folder {@code cql}, as cqlsh reads them. */
public final class CqlFile {
  private static final Splitter STATEMENTS = Splitter.on(';').trimResults().omitEmptyStrings();

  private CqlFile() {}

  /**
   * Returns the statements of a file, without its comments.
   *
   * @param name the name of the file in the folder
   */
  public static List<String> statements(String name) {
    return statements(Path.of("cql", name));
  }

  public static List<String> statements(Path file) {
    try {
      return split(Files.readString(file).replaceAll("--[^\n]*", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the statements of a text without comments. */
  public static List<String> split(String text) {
    return STATEMENTS.splitToList(text);
  }
}
