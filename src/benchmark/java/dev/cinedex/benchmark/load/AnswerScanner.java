package dev.cinedex.benchmark.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Finds the end of an HTTP/1.1 answer among the bytes that were received. */
final class AnswerScanner {
  private static final int STATUS_AT = "HTTP/1.1 ".length();
  private static final int UNKNOWN = -1;
  private static final int CHUNKED = -2;

  private int bodyAt = UNKNOWN;
  private int length = UNKNOWN;

  /** Begins another answer. */
  void reset() {
    bodyAt = UNKNOWN;
    length = UNKNOWN;
  }

  /** Returns the status of an answer that is complete. */
  static int status(ByteBuffer received) {
    return 100 * (received.get(STATUS_AT) - '0')
        + 10 * (received.get(STATUS_AT + 1) - '0')
        + (received.get(STATUS_AT + 2) - '0');
  }

  /**
   * Returns whether the answer is complete.
   *
   * @param received its bytes so far, from 0 to the buffer's position
   */
  boolean isComplete(ByteBuffer received) {
    if (bodyAt == UNKNOWN && !readHeaders(received)) {
      return false;
    }
    return length == CHUNKED
        ? lastChunkIsThere(received)
        : received.position() >= bodyAt + length;
  }

  private boolean readHeaders(ByteBuffer received) {
    int end = received.position();
    for (int i = 3; i < end; i++) {
      if (received.get(i) == '\n' && received.get(i - 2) == '\n') {
        bodyAt = i + 1;
        length = length(text(received, 0, i));
        return true;
      }
    }
    return false;
  }

  private static int length(String headers) {
    String lower = headers.toLowerCase(Locale.ROOT);
    int at = lower.indexOf("\r\ncontent-length:");
    if (at < 0) {
      return lower.contains("\r\ntransfer-encoding: chunked") ? CHUNKED : 0;
    }
    int from = lower.indexOf(':', at) + 1;
    return Integer.parseInt(lower.substring(from, lower.indexOf('\r', from)).strip());
  }

  /** Goes from chunk to chunk. */
  private boolean lastChunkIsThere(ByteBuffer received) {
    int at = bodyAt;
    while (true) {
      int lineEnd = at;
      while (lineEnd < received.position() && received.get(lineEnd) != '\n') {
        lineEnd++;
      }
      if (lineEnd >= received.position()) {
        return false;
      }
      String size = text(received, at, lineEnd - at);
      int chunk = Integer.parseInt(size.strip(), 16);
      at = lineEnd + 1 + chunk + 2; // the chunk ends with a line break
      if (chunk == 0) {
        return received.position() >= at;
      }
    }
  }

  private static String text(ByteBuffer received, int from, int length) {
    byte[] bytes = new byte[length];
    received.get(from, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
