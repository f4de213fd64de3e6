package dev.cinedex.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.util.Set;

/**
 * Keeps Dropwizard's tools of the admin port shut: the profiler, the list of threads and the tasks.
 * They cost much, have no limits, and show what other clients do.
 */
final class AdminGuard implements Filter {
  private static final Set<String> OPEN = Set.of("/metrics", "/healthcheck", "/ping");

  private final boolean tools;
  private final ProblemWriter problems;

  /**
   * @param tools whether the tools are switched on; only for clients on this machine
   */
  AdminGuard(boolean tools, ProblemWriter problems) {
    this.tools = tools;
    this.problems = problems;
  }

  /** Returns whether a request is answered for everybody who reaches the port. */
  static boolean isOpen(HttpServletRequest request) {
    return OPEN.contains(request.getRequestURI());
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    boolean local = Loopback.isLoopback(http.getRemoteAddr()) && !SiteGuard.isCrossSite(http);
    if (isOpen(http) || (tools && local)) {
      chain.doFilter(request, response);
    } else {
      problems.write(
          (HttpServletResponse) response,
          Problem.of(
              Status.FORBIDDEN,
              "Only /metrics, /healthcheck and /ping are open. With server.adminTools in config.yml (ADMIN_TOOLS), the tools are open to clients on this machine"));
    }
  }
}
