package dev.cinedex.http;

import com.google.common.base.Suppliers;
import com.google.common.hash.Hashing;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of the class path. It is in memory from the first time that somebody asks for it. */
final class StaticFile {
  private static final int PIECE = 16 << 10;

  private static final Pattern ONE_RANGE = Pattern.compile("bytes=(\\d{0,12})-(\\d{0,12})");

  private final String mediaType;
  private final Supplier<Content> content;

  /** The bytes of a file, with the hash of them in quotes. */
  private static final class Content {
    private final byte[] bytes;
    private final String tag;

    Content(byte[] bytes) {
      this.bytes = bytes;
      this.tag = "\"" + Hashing.sha256().hashBytes(bytes) + "\"";
    }
  }

  StaticFile(String mediaType, Supplier<byte[]> bytes) {
    this.mediaType = mediaType;
    this.content = Suppliers.memoize(() -> new Content(bytes.get()));
  }

  /**
   * Returns a file.
   *
   * @throws IllegalArgumentException when there is no such file
   */
  static StaticFile of(String resource, String mediaType) {
    URL file = Resources.getResource(StaticFile.class, resource);
    return new StaticFile(mediaType, () -> read(file));
  }

  private static byte[] read(URL file) {
    try {
      return Resources.toByteArray(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String mediaType() {
    return mediaType;
  }

  /** Returns the entity tag: a hash of the bytes, in quotes. */
  String tag() {
    return content.get().tag;
  }

  int length() {
    return content.get().bytes.length;
  }

  void write(Part part, OutputStream out) throws IOException {
    byte[] bytes = content.get().bytes;
    // In pieces: each must be taken in time by a slow client.
    for (int done = 0; done < part.length(); done += PIECE) {
      out.write(bytes, part.from() + done, Math.min(PIECE, part.length() - done));
    }
  }

  /**
   * A part of the file.
   *
   * @param from the first byte
   * @param to the byte after the last one
   */
  record Part(int from, int to) {
    static final Part NONE = new Part(0, 0);

    boolean isEmpty() {
      return from >= to;
    }

    int length() {
      return to - from;
    }
  }

  Part whole() {
    return new Part(0, length());
  }

  /**
   * Returns the part that a header {@code Range} asks for.
   *
   * @return an empty part when there is no such part, or when the header asks for several
   */
  Part part(String range) {
    Matcher matcher = ONE_RANGE.matcher(range.strip());
    if (!matcher.matches() || (matcher.group(1).isEmpty() && matcher.group(2).isEmpty())) {
      return Part.NONE;
    }
    if (matcher.group(1).isEmpty()) {
      long last = Long.parseLong(matcher.group(2));
      return new Part((int) Math.max(0, length() - last), length());
    }
    long from = Long.parseLong(matcher.group(1));
    long to =
        matcher.group(2).isEmpty()
            ? length()
            : Math.min(length(), Long.parseLong(matcher.group(2)) + 1);
    return from >= to ? Part.NONE : new Part((int) from, (int) to);
  }
}
