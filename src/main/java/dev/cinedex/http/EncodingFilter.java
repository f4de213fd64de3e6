package dev.cinedex.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Refuses requests whose form Jersey would misread. */
@PreMatching
final class EncodingFilter implements ContainerRequestFilter {
  @Override
  public void filter(ContainerRequestContext request) {
    MediaType type = request.getMediaType();
    if (type != null && type.getParameters().containsKey("q")) { // Jersey would fail
      throw new ProblemException(
          Problem.of(
              Status.BAD_REQUEST, "Content-Type: remove the quality (q); only Accept has one"));
    }
    if (request.getHeaderString(HttpHeaders.CONTENT_ENCODING) != null) {
      throw new ProblemException(
          Problem.of(
              Status.UNSUPPORTED_MEDIA_TYPE,
              "Content-Encoding: not supported; send the body uncompressed"));
    }
    requireUtf8(request.getUriInfo().getRequestUri().getRawQuery());
  }

  /**
   * Refuses a query that is not UTF-8: Jersey would replace the bytes by U+FFFD, and look for that
   * name.
   */
  static void requireUtf8(@Nullable String rawQuery) {
    if (rawQuery != null && !isUtf8(rawQuery)) {
      throw new ProblemException(
          ProblemKind.INVALID_PARAMETER,
          "The query is not UTF-8: percent-encode the bytes of UTF-8");
    }
  }

  private static boolean isUtf8(String query) {
    try {
      String bytes = URLDecoder.decode(query, StandardCharsets.ISO_8859_1);
      StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)));
      return true;
    } catch (CharacterCodingException | IllegalArgumentException e) {
      return false;
    }
  }
}
