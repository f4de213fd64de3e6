package dev.cinedex.http;

import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.io.InputStream;

/** The bodies of requests. */
final class Bodies {
  /** Four times the largest movie that is valid and plain ASCII. */
  private static final int MOST_BYTES = 1 << 20;

  private Bodies() {}

  /**
   * @throws ProblemException when it is larger, or ends before it should
   */
  static byte[] bytes(InputStream body) {
    try {
      byte[] bytes = body.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new ProblemException(
            Problem.of(
                Status.REQUEST_ENTITY_TOO_LARGE,
                "A body has at most %d bytes".formatted(MOST_BYTES)));
      }
      return bytes;
    } catch (IOException e) {
      throw new ProblemException(
          Problem.of(Status.BAD_REQUEST, "The body cannot be read: " + e.getMessage()));
    }
  }
}
