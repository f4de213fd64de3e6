package dev.cinedex.http;

import dev.cinedex.access.AuditEvent;
import dev.cinedex.access.Caller;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Set;
import org.eclipse.jetty.io.EofException;
import org.glassfish.jersey.uri.UriComponent;
import org.jspecify.annotations.Nullable;

/**
 * Records each request that changes something, and each request whose sender is refused. The record
 * has the path, and nothing of the query or of a body: no text of a movie.
 */
final class Audit implements Filter {
  private static final Set<Integer> REFUSED =
      Set.of(HttpServletResponse.SC_UNAUTHORIZED, HttpServletResponse.SC_FORBIDDEN);

  /** A stranger may send a path of any length. */
  private static final int LONGEST_PATH = 500;

  private final InstantSource clock;
  private final RateLimit strangers;
  private final boolean isOfAdministrators;

  private Audit(InstantSource clock, RateLimit strangers, boolean isOfAdministrators) {
    this.clock = clock;
    this.strangers = strangers;
    this.isOfAdministrators = isOfAdministrators;
  }

  /**
   * Returns the filter of the port of the API, which records a request when it has ended.
   *
   * @param strangers limits the lines of an address from requests whose sender is not known
   */
  static Audit ofClients(InstantSource clock, RateLimit strangers) {
    return new Audit(clock, strangers, false);
  }

  /**
   * Returns the filter of the admin port. It records what changes something beforehand, because a
   * task may switch the log off.
   */
  static Audit ofAdministrators(InstantSource clock, RateLimit strangers) {
    return new Audit(clock, strangers, true);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    HttpServletResponse answer = (HttpServletResponse) response;
    boolean isRecorded = isOfAdministrators && !SafeMethods.contains(http.getMethod());
    if (isRecorded) {
      record(http, null, answer);
    }
    int status = HttpServletResponse.SC_INTERNAL_SERVER_ERROR; // also of a broken answer
    try {
      chain.doFilter(request, response);
      status = answer.getStatus();
    } catch (EofException e) {
      status = answer.getStatus(); // the client has left before it had the whole answer
      throw e;
    } finally {
      boolean matters = REFUSED.contains(status) || (!isRecorded && changesSomething(http));
      if (matters && mayHaveALine(http)) {
        record(http, status, answer);
      }
    }
  }

  /** Nobody can fill the log without a valid key. */
  private boolean mayHaveALine(HttpServletRequest request) {
    return Callers.find(request) != null || strangers.allows(RateLimit.address(request));
  }

  private static boolean changesSomething(HttpServletRequest request) {
    return !SafeMethods.contains(request.getMethod()) && !isDryRun(request);
  }

  /** Asks the query alone, as Jersey does: the servlet's parameters are also those of a form. */
  private static boolean isDryRun(HttpServletRequest request) {
    String query = request.getQueryString();
    try {
      return query != null && QueryParameters.isDryRun(UriComponent.decodeQuery(query, true));
    } catch (IllegalArgumentException e) {
      return false; // the query cannot be read
    }
  }

  private void record(
      HttpServletRequest request, @Nullable Integer status, HttpServletResponse response) {
    Caller caller = Callers.find(request);
    AuditEvent.at(clock.instant().toString())
        .with("requestId", RequestIds.current())
        .with("caller", caller == null ? null : caller.name())
        .with("role", caller == null ? null : caller.role().text())
        .with("address", request.getRemoteAddr())
        .with("method", request.getMethod())
        .with("path", path(request.getRequestURI()))
        .with("operation", request.getAttribute(RequestMetrics.OPERATION))
        .with("status", status)
        .with("version", version(response.getHeader(HttpHeaders.ETAG)))
        .with("location", response.getHeader(HttpHeaders.LOCATION))
        .write();
  }

  private static String path(String whole) {
    return whole.length() <= LONGEST_PATH ? whole : whole.substring(0, LONGEST_PATH) + "…";
  }

  private static @Nullable String version(@Nullable String entityTag) {
    return entityTag == null ? null : entityTag.replace("\"", "");
  }
}
