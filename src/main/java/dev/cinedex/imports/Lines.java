package dev.cinedex.imports;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The lines of a file. It keeps one line in memory, and of a line that is too long the start. */
final class Lines {
  /** Four times the size of the largest valid movie in plain ASCII. */
  static final int MAX_BYTES = 1 << 20;

  private static final int START = 1_000;
  private static final int BUFFER = 64 << 10;

  private final InputStream file;
  private final byte[] buffer = new byte[BUFFER];
  private int next;
  private int end;
  private long number;

  Lines(InputStream file) {
    this.file = file;
  }

  /** One line. */
  static final class Line {
    private final long number;
    private final byte[] bytes;
    private final boolean tooLong;

    private Line(long number, byte[] bytes, boolean tooLong) {
      this.number = number;
      this.bytes = bytes;
      this.tooLong = tooLong;
    }

    /** Returns the number, from 1. */
    long number() {
      return number;
    }

    /** Returns the bytes without the line break; of a line that is too long the first thousand. */
    byte[] bytes() {
      return bytes;
    }

    /** Returns whether the line has more than {@link #MAX_BYTES}. */
    boolean isTooLong() {
      return tooLong;
    }
  }

  /** Returns the next line; null at the end of the file. */
  @Nullable Line next() throws IOException {
    if (!fill()) {
      return null;
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    boolean ended = false;
    while (!ended && fill()) {
      int lineEnd = endOfLine();
      tooLong |= line.size() + lineEnd - next > MAX_BYTES + 1; // one more for \r
      if (!tooLong) {
        line.write(buffer, next, lineEnd - next);
      }
      ended = lineEnd < end;
      next = ended ? lineEnd + 1 : end;
    }
    number++;
    return new Line(number, bytes(line.toByteArray(), tooLong), tooLong);
  }

  private boolean fill() throws IOException {
    if (next == end) {
      next = 0;
      end = Math.max(0, file.read(buffer));
    }
    return next < end;
  }

  private int endOfLine() {
    int i = next;
    while (i < end && buffer[i] != '\n') {
      i++;
    }
    return i;
  }

  private static byte[] bytes(byte[] line, boolean tooLong) {
    int length = line.length;
    if (length > 0 && line[length - 1] == '\r') {
      length--;
    }
    return Arrays.copyOf(line, tooLong ? Math.min(length, START) : length);
  }
}
