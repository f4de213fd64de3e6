package dev.cinedex.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;

/** Refuses a {@code Content-Type} with a quality, at which Jersey would fail. */
@PreMatching
final class ContentTypeFilter implements ContainerRequestFilter {
  @Override
  public void filter(ContainerRequestContext request) {
    MediaType type = request.getMediaType();
    if (type != null && type.getParameters().containsKey("q")) {
      throw new ProblemException(
          Problem.of(Status.BAD_REQUEST, "Content-Type: has no quality (q), as Accept has"));
    }
  }
}
