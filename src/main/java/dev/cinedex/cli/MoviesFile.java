package dev.cinedex.cli;

import com.google.common.io.CountingInputStream;
import dev.cinedex.files.Format;
import dev.cinedex.files.Lines;
import dev.cinedex.files.Lines.Line;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A file of movies to import, or the standard input; plain or gzipped. */
final class MoviesFile {
  private static final String STANDARD_INPUT = "-";
  private static final int GZIP_MAGIC = 0x8B1F;

  private final @Nullable Path path;
  private volatile @Nullable CountingInputStream opened;

  private MoviesFile(@Nullable Path path) {
    this.path = path;
  }

  /**
   * @param name {@code -} for the standard input
   * @throws CommandException when the file does not exist or cannot be read
   */
  static MoviesFile named(String name) {
    if (name.equals(STANDARD_INPUT)) {
      return new MoviesFile(null);
    }
    Path path = Path.of(name);
    if (!Files.isReadable(path) || Files.isDirectory(path)) {
      throw new CommandException("The file to import cannot be read: " + path);
    }
    return new MoviesFile(path);
  }

  /** Returns the whole name of the file; {@code -} for the standard input. */
  String name() {
    return path == null ? STANDARD_INPUT : path.toAbsolutePath().normalize().toString();
  }

  /** Opens the file; unpacks it if its first bytes are those of gzip. */
  InputStream open() throws IOException {
    CountingInputStream counting =
        new CountingInputStream(path == null ? System.in : Files.newInputStream(path));
    opened = counting;
    InputStream bytes = new BufferedInputStream(counting);
    bytes.mark(2);
    int magic = bytes.read() | bytes.read() << 8;
    bytes.reset();
    return magic == GZIP_MAGIC ? new GZIPInputStream(new Pipe(bytes)) : bytes;
  }

  /** A pipe may have nothing at the moment, which the JDK takes for the end of a gzip file. */
  private static final class Pipe extends FilterInputStream {
    Pipe(InputStream in) {
      super(in);
    }

    @Override
    public int available() throws IOException {
      return Math.max(1, super.available());
    }
  }

  /** Returns the number of lines that are not blank, up to the first that cannot be read. */
  long lines(Format format) {
    long count = 0;
    try (InputStream bytes = open()) {
      Lines lines = new Lines(bytes, format);
      for (Line line = lines.next(); line != null; line = lines.next()) {
        count += line.isBlank() ? 0 : 1;
      }
    } catch (IOException e) {
      return count; // the import itself reports the error, with the line
    }
    return count;
  }

  boolean isStandardInput() {
    return path == null;
  }

  /** Returns how much of the file is read, in percent; empty for the standard input. */
  OptionalInt percentRead() {
    CountingInputStream bytes = opened;
    try {
      return path == null || bytes == null
          ? OptionalInt.empty()
          : OptionalInt.of((int) (100 * bytes.getCount() / Math.max(1, Files.size(path))));
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }

  /** Returns the format that the name tells. */
  Optional<Format> format() {
    return path == null ? Optional.empty() : Format.ofFileName(path.toString());
  }

  /** Returns the file beside it that takes the rejected lines. */
  Path rejects() {
    return beside(".rejects.ndjson");
  }

  /** Returns the file beside it that says how far its import is; empty for the standard input. */
  Optional<Path> progress() {
    return path == null ? Optional.empty() : Optional.of(beside(".progress"));
  }

  private Path beside(String suffix) {
    return path == null
        ? Path.of("stdin" + suffix)
        : path.resolveSibling(path.getFileName() + suffix);
  }

  @Override
  public String toString() {
    return path == null ? "the standard input" : path.toString();
  }
}
