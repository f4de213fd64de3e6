package dev.cinedex.http;

import com.codahale.metrics.Meter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.http.Problem.Kind;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Refuses at once the requests that would be too many at once. Each holds a thread until Cassandra
 * has answered: without a limit slow reads would take the threads and the memory of all others.
 * Reads, writes and streams have their own limits, so that none of them can stop the others.
 */
public final class ConcurrencyLimits implements Filter {
  private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");

  static final String REFUSAL =
      "As many requests of this kind are under way as config.yml allows (limits). Try again";

  private final Semaphore reads;
  private final Semaphore writes;
  private final Semaphore streams;
  private final ObjectMapper mapper;
  private final Meter refused;

  /**
   * The block {@code limits}: requests that may be under way at once, 1–200 of each kind: threads
   * and connections to Cassandra are made for that.
   *
   * @param streams lists that are sent as NDJSON
   */
  public record Limits(
      @Min(1) @Max(200) int reads, @Min(1) @Max(200) int writes, @Min(1) @Max(200) int streams) {
    public static final Limits DEFAULT = new Limits(128, 128, 16);
  }

  /**
   * @param refused is told of each request that is refused
   */
  public ConcurrencyLimits(Limits limits, ObjectMapper mapper, Meter refused) {
    this.reads = new Semaphore(limits.reads());
    this.writes = new Semaphore(limits.writes());
    this.streams = new Semaphore(limits.streams());
    this.mapper = mapper;
    this.refused = refused;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean write = WRITES.contains(((HttpServletRequest) request).getMethod());
    Semaphore permits = write ? writes : reads;
    if (!permits.tryAcquire()) {
      refuse((HttpServletResponse) response);
      return;
    }
    RequestPermit permit = new RequestPermit(permits, streams, refused);
    request.setAttribute(RequestPermit.ATTRIBUTE, permit);
    try {
      chain.doFilter(request, response);
    } finally {
      permit.release();
    }
    if (permit.isBroken()) {
      // Jersey would end the body as if it were whole; this ends the connection without its end.
      throw new IOException("An answer was broken off");
    }
  }

  private void refuse(HttpServletResponse response) throws IOException {
    refused.mark();
    Problem problem = Problem.of(Kind.OVERLOADED, REFUSAL);
    response.setStatus(problem.status());
    response.setContentType(Problem.MEDIA_TYPE);
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    response.setIntHeader(HttpHeaders.RETRY_AFTER, Problem.RETRY_SECONDS);
    response.getOutputStream().write(mapper.writeValueAsBytes(problem));
  }
}
