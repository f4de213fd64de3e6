package dev.cinedex.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Refuses requests that need Cassandra until the service can use it. */
final class StartingGuard implements Filter {
  private static final String HEALTH = "/health-check";
  private static final Problem REFUSAL =
      Problem.of(
          ProblemKind.STARTING,
          "The service has started, but cannot use Cassandra yet; its log says why. Try again");

  private final BooleanSupplier open;
  private final ProblemWriter problems;

  StartingGuard(BooleanSupplier open, ProblemWriter problems) {
    this.open = open;
    this.problems = problems;
  }

  /** Returns whether a request asks how the service is. */
  static boolean isAboutHealth(HttpServletRequest request) {
    return request.getRequestURI().equals(HEALTH);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (open.getAsBoolean() || needsNoCassandra((HttpServletRequest) request)) {
      chain.doFilter(request, response);
    } else {
      problems.write((HttpServletResponse) response, REFUSAL);
    }
  }

  private static boolean needsNoCassandra(HttpServletRequest request) {
    return isAboutHealth(request)
        || Pages.isAlwaysAnswered(request)
        || request.getRequestURI().startsWith("/openapi.");
  }
}
