package dev.cinedex.resources;

import dev.cinedex.http.HeadersFilter;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response.Status;
import java.util.Arrays;
import java.util.List;

/**
 * Leaves the movie out of the answer to a write that has {@code Prefer: return=minimal} (RFC 7240).
 */
public final class PreferFilter implements ContainerResponseFilter {
  private static final String MINIMAL = "return=minimal";

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    boolean written =
        response.getEntity() instanceof MovieView
            && !HeadersFilter.READS.contains(request.getMethod());
    if (written && prefersMinimal(request.getHeaders().getOrDefault("Prefer", List.of()))) {
      response.setEntity(null);
      response.getHeaders().remove(HttpHeaders.CONTENT_TYPE);
      if (response.getStatus() == Status.OK.getStatusCode()) {
        response.setStatusInfo(Status.NO_CONTENT);
      }
      response.getHeaders().putSingle("Preference-Applied", MINIMAL);
    }
  }

  private static boolean prefersMinimal(List<String> headers) {
    return headers.stream()
        .flatMap(header -> Arrays.stream(header.split(",")))
        .map(preference -> preference.replaceAll(";.*|[\\s\"]", ""))
        .anyMatch(MINIMAL::equalsIgnoreCase);
  }
}
