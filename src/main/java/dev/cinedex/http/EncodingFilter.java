package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
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

/** Refuses requests in a form that the server must not try to read. */
@PreMatching
final class EncodingFilter implements ContainerRequestFilter {
  @Override
  public void filter(ContainerRequestContext request) {
    MediaType type = request.getMediaType();
    if (type != null && type.getParameters().containsKey("q")) { // Jersey would fail
      throw new ProblemException(
          Problem.of(Status.BAD_REQUEST, "Content-Type: has no quality (q), as Accept has"));
    }
    if (request.getHeaderString(HttpHeaders.CONTENT_ENCODING) != null) {
      throw new ProblemException(
          Problem.of(
              Status.UNSUPPORTED_MEDIA_TYPE,
              "Content-Encoding: bodies are taken as they are; send it uncompressed"));
    }
    if (!isUtf8(request.getUriInfo().getRequestUri().getRawQuery())) {
      // Jersey would put U+FFFD there, and look for that name.
      throw new ProblemException(
          Kind.INVALID_PARAMETER, "The query is not UTF-8: percent-encode the bytes of UTF-8");
    }
  }

  private static boolean isUtf8(@Nullable String query) {
    if (query == null) {
      return true;
    }
    String bytes = URLDecoder.decode(query, StandardCharsets.ISO_8859_1);
    try {
      StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
