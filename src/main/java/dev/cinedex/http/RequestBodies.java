package dev.cinedex.http;

import com.google.common.io.ByteStreams;
import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.io.InputStream;

/** The bodies of requests. */
public final class RequestBodies {
  /** Four times the largest movie that is valid and plain ASCII. */
  static final int MOST_BYTES = 1 << 20;

  /**
   * Of a body that is too large: a client that is cut off while it sends may not see the answer.
   */
  private static final long MOST_SKIPPED_BYTES = 64L << 20;

  private RequestBodies() {}

  /**
   * @throws ProblemException when it is larger, or ends before it should
   */
  public static byte[] bytes(InputStream body) {
    try {
      byte[] bytes = body.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        ByteStreams.exhaust(ByteStreams.limit(body, MOST_SKIPPED_BYTES));
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
