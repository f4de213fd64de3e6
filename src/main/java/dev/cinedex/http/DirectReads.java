package dev.cinedex.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.access.Role;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Answers the reads that are asked for most before Jersey sees them: it would cost more than the
 * reads themselves. They have the same limits, headers and problems as all others.
 */
public final class DirectReads implements Filter {

  private final ProblemWriter problems;
  private final List<Function<List<String>, Optional<Route>>> routes = new CopyOnWriteArrayList<>();

  public DirectReads(ObjectMapper mapper) {
    this.problems = new ProblemWriter(mapper);
  }

  /**
   * A kind of read.
   *
   * @param operation its operation id in {@code openapi.yaml}
   */
  public record Route(String operation, Answer answer) {}

  /** Answers a request, or throws what it is refused for. */
  public interface Answer {
    void write(DirectRequest request, HttpServletResponse response) throws IOException;
  }

  /**
   * Answers some more paths from now on.
   *
   * @param more returns the read that a path names; the path comes in decoded segments
   */
  public void answer(Function<List<String>, Optional<Route>> more) {
    routes.add(more);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    List<String> path = DirectRequest.segments(http.getRequestURI());
    Optional<Route> route = routes.stream().flatMap(some -> some.apply(path).stream()).findFirst();
    if (route.isPresent()) {
      answer(route.get(), http, (HttpServletResponse) response);
    } else {
      chain.doFilter(request, response);
    }
  }

  private void answer(Route route, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader(HttpHeaders.VARY, HeadersFilter.VARY);
    switch (request.getMethod()) {
      case "GET", "HEAD" -> {
        request.setAttribute(RequestMetrics.OPERATION, route.operation());
        read(route, request, response);
      }
      case "OPTIONS" -> {
        response.setHeader(HttpHeaders.ALLOW, SafeMethods.ALLOW);
        response.setHeader(HttpHeaders.CACHE_CONTROL, HeadersFilter.OTHER);
      }
      default -> {
        response.setHeader(HttpHeaders.ALLOW, SafeMethods.ALLOW);
        problems.write(
            response,
            Problem.of(
                Status.METHOD_NOT_ALLOWED, RefusalMapper.noSuchMethod("GET, HEAD, OPTIONS")));
      }
    }
  }

  private void read(Route route, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      Callers.require(Callers.of(request), Role.READER);
      response.setHeader(HttpHeaders.CACHE_CONTROL, HeadersFilter.READ);
      route.answer().write(new DirectRequest(request), response);
    } catch (RuntimeException e) {
      if (response.isCommitted()) {
        throw e;
      }
      problems.write(response, ProblemMappers.problem(e));
    }
  }
}
