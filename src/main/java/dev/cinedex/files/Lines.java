package dev.cinedex.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file; in CSV a line has line breaks within quotes. It keeps one line in memory,
 * and of a line that is too long the start.
 */
public final class Lines {
  /** Four times the size of the largest valid movie in plain ASCII. */
  public static final int MAX_BYTES = 1 << 20;

  private static final int START = 1_000;
  private static final int BUFFER = 64 << 10;

  private final InputStream file;
  private final Format format;
  private final CRC32C checksum = new CRC32C();
  private final byte[] buffer = new byte[BUFFER];
  private Quotes quotes = new Quotes();
  private int next;
  private int end;
  private long number = 1;

  public Lines(InputStream file, Format format) {
    this.file = file;
    this.format = format;
  }

  /** One line. */
  public static final class Line {
    private final long number;
    private final byte[] bytes;
    private final boolean tooLong;
    private final long checksum;

    private Line(long number, byte[] bytes, boolean tooLong, long checksum) {
      this.number = number;
      this.bytes = bytes;
      this.tooLong = tooLong;
      this.checksum = checksum;
    }

    /** Returns the number, from 1; in CSV that of the first of its lines. */
    public long number() {
      return number;
    }

    /** Returns the bytes without the line break; of a line that is too long the first thousand. */
    public byte[] bytes() {
      return bytes;
    }

    /** Returns whether the line has more than {@link #MAX_BYTES}. */
    public boolean isTooLong() {
      return tooLong;
    }

    /** Returns the checksum of the file up to the end of this line. */
    public long checksum() {
      return checksum;
    }

    public boolean isBlank() {
      for (byte character : bytes) {
        if (character != ' ' && character != '\t' && character != '\r') {
          return false;
        }
      }
      return true;
    }
  }

  /** Returns the next line; null at the end of the file. */
  public @Nullable Line next() throws IOException {
    if (!fill()) {
      return null;
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long first = number;
    boolean tooLong = false;
    boolean ended = false;
    while (!ended && fill()) {
      int lineEnd = endOfLine(tooLong);
      tooLong |= line.size() + lineEnd - next > MAX_BYTES + 1; // one more for \r
      if (!tooLong) {
        line.write(buffer, next, lineEnd - next);
      }
      ended = lineEnd < end;
      int following = ended ? lineEnd + 1 : end;
      checksum.update(buffer, next, following - next);
      next = following;
    }
    if (tooLong) {
      quotes = new Quotes(); // a quote that is never closed must not hide what follows
    }
    number = Math.max(number, first + 1); // the last line may have no line break
    return new Line(first, bytes(line.toByteArray(), tooLong), tooLong, checksum.getValue());
  }

  private boolean fill() throws IOException {
    if (next == end) {
      next = 0;
      end = Math.max(0, file.read(buffer));
    }
    return next < end;
  }

  /** Returns the place of the byte that ends the line; the end of the buffer if it goes on. */
  private int endOfLine(boolean tooLong) {
    boolean quoted = format == Format.CSV && !tooLong;
    for (int i = next; i < end; i++) {
      boolean lineBreak = buffer[i] == '\n';
      if (lineBreak) {
        number++;
      }
      if (quoted ? quotes.endWith(buffer[i]) : lineBreak) {
        return i;
      }
    }
    return end;
  }

  private static byte[] bytes(byte[] line, boolean tooLong) {
    int length = line.length;
    if (length > 0 && line[length - 1] == '\r') {
      length--;
    }
    return Arrays.copyOf(line, tooLong ? Math.min(length, START) : length);
  }
}
