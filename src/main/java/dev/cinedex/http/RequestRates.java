package dev.cinedex.http;

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

/**
 * Limits what each client may ask for in a second. A request costs 1, and 1 more for each 20 rows
 * that it asks for, and for each KiB that it sends.
 */
final class RequestRates implements Filter {
  private static final int ROWS = 20;
  private static final int BYTES = 1 << 10;

  /** The cost of a whole list, whose rows nobody has counted: that of 5,000 rows. */
  private static final int STREAM = 250;

  private final RateLimit limit;

  RequestRates(RateLimit limit) {
    this.limit = limit;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    if (StartingGuard.isAboutHealth(http)
        || Pages.isAlwaysAnswered(http)
        || limit.take(client(http), cost(http), (HttpServletResponse) response)) {
      chain.doFilter(request, response);
    }
  }

  /** Returns the name of the key or the token; without one, the address. */
  private static String client(HttpServletRequest request) {
    Caller caller = Callers.find(request);
    return caller == null || caller.equals(Caller.ANONYMOUS)
        ? request.getRemoteAddr()
        : caller.name();
  }

  private static long cost(HttpServletRequest request) {
    String accepted = request.getHeader(HttpHeaders.ACCEPT);
    boolean isStream = accepted != null && accepted.contains(MediaTypes.NDJSON);
    return 1L + (isStream ? STREAM : rows(request) / ROWS) + BodyCollector.length(request) / BYTES;
  }

  /** Returns the rows of the page that a request asks for; 0 if it names no number of them. */
  private static int rows(HttpServletRequest request) {
    try {
      String limit = request.getParameter("limit");
      return limit == null ? 0 : Math.max(0, Integer.parseInt(limit));
    } catch (RuntimeException e) {
      return 0; // the request will be refused for its query
    }
  }
}
