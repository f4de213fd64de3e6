package dev.cinedex.cli;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** A file of movies to import: NDJSON, plain or gzipped. */
record MoviesFile(Path path) {
  private static final int GZIP_MAGIC = 0x8B1F;

  /**
   * @throws CommandException when the file does not exist or cannot be read
   */
  static MoviesFile named(String name) {
    Path path = Path.of(name);
    if (!Files.isReadable(path) || Files.isDirectory(path)) {
      throw new CommandException("The file to import cannot be read: " + path);
    }
    return new MoviesFile(path);
  }

  /** Opens the file; unpacks it if its first bytes are those of gzip. */
  InputStream open() throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(path));
    bytes.mark(2);
    int magic = bytes.read() | bytes.read() << 8;
    bytes.reset();
    return magic == GZIP_MAGIC ? new GZIPInputStream(bytes) : bytes;
  }

  /** Returns the number of lines that are not blank, up to the first that cannot be read. */
  long lines() {
    long count = 0;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(open(), StandardCharsets.ISO_8859_1))) {
      for (String line; (line = lines.readLine()) != null; ) {
        count += line.isBlank() ? 0 : 1;
      }
    } catch (IOException e) {
      return count; // the import itself reports the error, with the line
    }
    return count;
  }

  /** Returns the file beside it that takes the rejected lines. */
  Path rejects() {
    return path.resolveSibling(path.getFileName() + ".rejects.ndjson");
  }
}
