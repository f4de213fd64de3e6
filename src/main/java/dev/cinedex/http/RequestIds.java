package dev.cinedex.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Gives each request an id: the client's {@code X-Request-Id}, the trace id of its {@code
 * traceparent}, or a new one. It is in the answer, in its problem, and in each line that the
 * request's thread logs.
 */
final class RequestIds implements Filter {
  static final String HEADER = "X-Request-Id";
  private static final String MDC_KEY = "requestId";
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern TRACE =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*");

  /** Returns the id of the request that this thread answers; null when it answers none. */
  static @Nullable String current() {
    return MDC.get(MDC_KEY);
  }

  /** Returns the id of a request that is refused before it reaches this filter. */
  static String of(Request refused) {
    return idOf(refused.getHeaders()::get);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String id = idOf(((HttpServletRequest) request)::getHeader);
    ((HttpServletResponse) response).setHeader(HEADER, id);
    MDC.put(MDC_KEY, id);
    try {
      chain.doFilter(request, response);
    } finally {
      MDC.remove(MDC_KEY);
    }
  }

  private static String idOf(UnaryOperator<@Nullable String> header) {
    String given = header.apply(HEADER);
    if (given != null && ALLOWED.matcher(given).matches()) {
      return given;
    }
    String parent = header.apply("traceparent");
    if (parent != null) {
      Matcher trace = TRACE.matcher(parent);
      if (trace.matches()) {
        return trace.group(1);
      }
    }
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }
}
