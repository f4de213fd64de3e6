package dev.cinedex.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Predicate;

/**
 * Refuses what a web page of another site could send through the browser of somebody who can reach
 * the service: requests for a name that is not allowed, and writes that the browser marks as
 * cross-site.
 */
final class SiteGuard implements Filter {
  private final AllowedHosts hosts;
  private final Predicate<HttpServletRequest> probe;
  private final ProblemWriter problems;

  /**
   * @param probe the requests that ask how the service is
   */
  SiteGuard(AllowedHosts hosts, Predicate<HttpServletRequest> probe, ProblemWriter problems) {
    this.hosts = hosts;
    this.probe = probe;
    this.problems = problems;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    if (!isAllowed(http)) {
      problems.write(
          (HttpServletResponse) response,
          Problem.of(
              ProblemKind.UNKNOWN_HOST,
              "Host: this service does not answer for the name '%s'. Use one of its own names, or add this one to server.allowedHosts in config.yml (ALLOWED_HOSTS)"
                  .formatted(http.getServerName())));
    } else if (isCrossSite(http) && !SafeMethods.contains(http.getMethod())) {
      problems.write(
          (HttpServletResponse) response,
          Problem.of(
              ProblemKind.CROSS_SITE,
              "A web page of another site sent this request. Writes are taken only from clients that are not browsers, and from pages of this service"));
    } else {
      chain.doFilter(request, response);
    }
  }

  private boolean isAllowed(HttpServletRequest request) {
    String host = request.getServerName();
    return probe.test(request) ? hosts.allowProbe(host) : hosts.allow(host);
  }

  /** Returns whether a browser says that a page of another site sent the request. */
  static boolean isCrossSite(HttpServletRequest request) {
    return "cross-site".equals(request.getHeader("Sec-Fetch-Site"));
  }
}
