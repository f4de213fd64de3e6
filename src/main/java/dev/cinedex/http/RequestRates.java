package dev.cinedex.http;

import dev.cinedex.access.Caller;
import dev.cinedex.metrics.Metrics;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits what each client may ask for, in costs. A request costs 1 when it begins, and 1 more for
 * each KiB of its body; while it runs, its {@link RequestPermit} adds what it turns out to need.
 */
final class RequestRates {
  private static final int BYTES = 1 << 10;
  private static final Duration BURST = Duration.ofSeconds(10);

  /** Null when nothing is limited. */
  private final @Nullable RateLimit limit;

  private RequestRates(@Nullable RateLimit limit) {
    this.limit = limit;
  }

  static RequestRates of(Limits limits, Metrics metrics) {
    int perSecond = limits.costPerSecond();
    String rule =
        "The requests of this client cost too much: at most %d a second (limits.costPerSecond)"
            .formatted(perSecond);
    return new RequestRates(
        perSecond == 0 ? null : new RateLimit(BURST.toSeconds() * perSecond, BURST, rule, metrics));
  }

  /**
   * Returns what charges a cost to the client that sent a request. It throws a {@link
   * ProblemException} when the client has to wait until it may ask for so much.
   */
  LongConsumer account(HttpServletRequest request) {
    if (limit == null) {
      return cost -> {};
    }
    return limit.account(client(request))::charge;
  }

  /** Returns what a request costs when it begins. */
  static long cost(HttpServletRequest request) {
    return 1L + BodyCollector.length(request) / BYTES;
  }

  /** Returns the name of the key or of the token; without one, the address. */
  private static String client(HttpServletRequest request) {
    Caller caller = Callers.find(request);
    return caller == null || caller.equals(Caller.ANONYMOUS)
        ? "address " + RateLimit.address(request)
        : "caller " + caller.name();
  }
}
