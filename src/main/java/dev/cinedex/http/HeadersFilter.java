package dev.cinedex.http;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Set;

/**
 * Adds the headers that every answer has. A client may keep what it has read, but must revalidate
 * it each time (a movie that did not change then costs a 304). It must not keep anything else.
 */
public final class HeadersFilter implements ContainerResponseFilter {
  public static final Set<String> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  /** What a client may keep of an answer to a read. */
  static final String READ = "no-cache";

  static final String OTHER = "no-store";

  /** Also names the encoding, because answers are compressed after this filter. */
  static final String VARY = HttpHeaders.ACCEPT + ", " + HttpHeaders.ACCEPT_ENCODING;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    boolean read = READS.contains(request.getMethod()) && response.getStatus() < 400;
    MultivaluedMap<String, Object> headers = response.getHeaders();
    headers.putSingle(HttpHeaders.CACHE_CONTROL, read ? READ : OTHER);
    headers.putSingle(HttpHeaders.VARY, VARY);
    Object allow = headers.getFirst(HttpHeaders.ALLOW);
    if (allow != null && allow.toString().contains(HttpMethod.PATCH)) {
      headers.putSingle("Accept-Patch", MediaTypes.PATCHES);
    }
  }
}
