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
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Limits how many requests run at the same time, and refuses the others immediately. Each request
 * holds a thread until Cassandra has answered: without a limit, slow reads would take the threads
 * and the memory of all others. Reads, writes and streams have separate limits, so that none of
 * them can stop the others. What each client may ask for is limited by {@link RequestRates}.
 */
final class ConcurrencyLimits implements Filter {
  private static final Pattern OPERATION = Pattern.compile("/(lookups|jobs)(/.*)?");

  /** What requests of one kind share. */
  private record Kind(Semaphore permits, MemoryBudget.Share memory) {}

  private final Kind reads;
  private final Kind writes;
  private final Kind operations;
  private final Semaphore streams;
  private final RequestRates rates;
  private final ProblemWriter problems;
  private final Metrics metrics;

  /**
   * @param metrics counts the requests that are refused
   */
  ConcurrencyLimits(Limits limits, MemoryBudget memory, ProblemWriter problems, Metrics metrics) {
    this.reads = new Kind(new Semaphore(limits.reads()), memory.reads());
    this.writes = new Kind(new Semaphore(limits.writes()), memory.writes());
    this.operations = new Kind(new Semaphore(Limits.OPERATIONS), memory.operations());
    this.streams = new Semaphore(limits.streams());
    this.rates = RequestRates.of(limits, metrics);
    this.problems = problems;
    this.metrics = metrics;
  }

  /**
   * Returns the permit of a request.
   *
   * @throws ProblemException when there is none, or its client has to wait
   */
  private RequestPermit begin(HttpServletRequest request) {
    LongConsumer account = rates.account(request);
    account.accept(RequestRates.cost(request));
    Kind kind = kind(request);
    if (!kind.permits.tryAcquire()) {
      metrics.refused("overloaded");
      throw new ProblemException(RequestPermit.REFUSAL);
    }
    return new RequestPermit(kind.permits, streams, kind.memory, account, metrics);
  }

  private Kind kind(HttpServletRequest request) {
    if (SafeMethods.contains(request.getMethod())) {
      return reads;
    }
    return OPERATION.matcher(request.getRequestURI()).matches() ? operations : writes;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    if (StartingGuard.isAboutHealth(http) || Pages.isAlwaysAnswered(http)) {
      chain.doFilter(request, response); // a busy service is alive, and shows that it is busy
      return;
    }
    RequestPermit permit;
    try {
      permit = begin(http);
    } catch (ProblemException e) {
      problems.write((HttpServletResponse) response, e.problem());
      return;
    }
    request.setAttribute(RequestPermit.ATTRIBUTE, permit);
    try {
      chain.doFilter(request, response);
    } finally {
      permit.release();
    }
    IOException abortion = permit.abortion();
    if (abortion != null) {
      // Jersey would end the body as if it were whole; this ends the connection without its end.
      throw abortion;
    }
  }
}
