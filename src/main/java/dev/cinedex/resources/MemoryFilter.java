package dev.cinedex.resources;

import static java.util.Map.entry;

import dev.cinedex.http.BodyCollector;
import dev.cinedex.http.RequestMetrics;
import dev.cinedex.http.RequestPermit;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.util.Map;

/**
 * Reserves the memory that a request may take at most, before it runs, and charges its client for
 * what its operation takes beyond the first MiB. The numbers follow from the largest valid movie:
 * its state has about 400 KB, and so has each of its 500 rows by actor; what comes from Cassandra
 * is in memory twice for a moment.
 */
@Priority(Priorities.USER)
final class MemoryFilter implements ContainerRequestFilter {
  private static final long MEBIBYTE = 1 << 20;

  private static final long DEFAULT = MEBIBYTE;

  /** A write parses its body, and has four batches with such rows on the way. */
  private static final int PER_BODY_BYTE = 12;

  static final Map<String, Long> BY_OPERATION =
      Map.ofEntries(
          entry("findMovie", 2 * MEBIBYTE),
          entry("createMovie", MEBIBYTE),
          entry("replaceMovie", MEBIBYTE),
          entry("deleteMovie", 2 * MEBIBYTE),
          entry("changeMovie", 8 * MEBIBYTE), // it can rewrite all rows with a short body
          entry("compareRows", 32 * MEBIBYTE),
          entry("repairRows", 40 * MEBIBYTE),
          entry("listFindings", 10 * MEBIBYTE));

  @Override
  public void filter(ContainerRequestContext request) {
    Object operation = request.getProperty(RequestMetrics.OPERATION);
    boolean search = request.getUriInfo().getQueryParameters().containsKey("search");
    long base =
        operation == null || search // which waits for a thread of its own
            ? DEFAULT
            : BY_OPERATION.getOrDefault(operation, DEFAULT);
    RequestPermit permit = RequestPermit.of(request);
    // A search for the rows of a movie reads all tables.
    permit.charge(search ? RequestPermit.COST_OF_STREAM : base / MEBIBYTE - 1);
    permit.reserve(base + (long) PER_BODY_BYTE * BodyCollector.length(request));
  }
}
