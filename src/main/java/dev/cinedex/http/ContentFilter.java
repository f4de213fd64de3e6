package dev.cinedex.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;

/** Refuses bodies in a form that the server must not try to read. */
@PreMatching
final class ContentFilter implements ContainerRequestFilter {
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
  }
}
