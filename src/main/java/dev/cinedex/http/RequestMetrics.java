package dev.cinedex.http;

import dev.cinedex.metrics.Metrics;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.eclipse.jetty.io.EofException;

/**
 * Counts each request that reaches the filters, with its operation, its status and its time. A
 * client that leaves before it has the whole answer changes nothing about the status that was sent.
 */
public final class RequestMetrics implements Filter {
  /** The attribute in which a resource leaves the operation id of its request. */
  public static final String OPERATION = RequestMetrics.class.getName() + ".operation";

  /** The operation of a request that has none. */
  static final String OTHER = "other";

  private final Metrics metrics;

  RequestMetrics(Metrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    long begun = System.nanoTime();
    int status = HttpServletResponse.SC_INTERNAL_SERVER_ERROR; // also of a broken answer
    try {
      chain.doFilter(request, response);
      status = ((HttpServletResponse) response).getStatus();
    } catch (EofException e) {
      status = ((HttpServletResponse) response).getStatus();
      throw e;
    } finally {
      Duration time = Duration.ofNanos(System.nanoTime() - begun);
      metrics.answered(operation((HttpServletRequest) request), status, time);
    }
  }

  private static String operation(HttpServletRequest request) {
    Object operation = request.getAttribute(OPERATION);
    if (operation != null) {
      return operation.toString();
    }
    return StartingGuard.isAboutHealth(request) ? "health" : OTHER;
  }
}
