package dev.cinedex.http;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response.Status;

/**
 * Refuses a body without a type, also where nobody reads it: a page of another site may let a
 * browser send one without being asked.
 */
@Priority(Priorities.HEADER_DECORATOR)
final class ContentTypeFilter implements ContainerRequestFilter {
  @Override
  public void filter(ContainerRequestContext request) {
    if (BodyCollector.length(request) > 0
        && request.getHeaderString(HttpHeaders.CONTENT_TYPE) == null) {
      throw new ProblemException(
          Problem.of(
              Status.UNSUPPORTED_MEDIA_TYPE,
              "Content-Type: missing, although there is a body; send application/json"));
    }
  }
}
