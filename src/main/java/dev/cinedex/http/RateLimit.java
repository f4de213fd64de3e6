package dev.cinedex.http;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.cinedex.metrics.Metrics;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;

/**
 * Limits the rate of each client by a bucket of tokens. A bucket is full at first, and fills evenly
 * again. The bucket of a client that is silent is forgotten when it is full.
 */
final class RateLimit {
  /** The clients that are remembered; of more, those that are silent longest begin anew. */
  private static final int MOST_CLIENTS = 10_000;

  private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private final long capacity;
  private final String rule;
  private final LoadingCache<String, Bucket> buckets;
  private final ProblemWriter problems;
  private final Metrics metrics;

  /**
   * @param capacity the tokens of a full bucket, 1 or more
   * @param filled the time in which an empty bucket becomes full
   * @param rule the rule in words, with the setting that changes it
   */
  RateLimit(long capacity, Duration filled, String rule, ProblemWriter problems, Metrics metrics) {
    this.capacity = capacity;
    this.rule = rule;
    this.problems = problems;
    this.metrics = metrics;
    buckets =
        Caffeine.newBuilder()
            .maximumSize(MOST_CLIENTS)
            .expireAfterAccess(filled)
            .build(
                client ->
                    Bucket.builder()
                        .addLimit(each -> each.capacity(capacity).refillGreedy(capacity, filled))
                        .withNanosecondPrecision()
                        .build());
  }

  /**
   * Takes tokens from a client's bucket, or answers that the client has to wait.
   *
   * @param tokens 1 or more; what needs more than a full bucket takes a full one
   * @return whether the bucket had them
   */
  boolean take(String client, long tokens, HttpServletResponse response) throws IOException {
    ConsumptionProbe probe =
        buckets.get(client).tryConsumeAndReturnRemaining(Math.min(tokens, capacity));
    if (probe.isConsumed()) {
      return true;
    }
    metrics.refused("rate-limited");
    long seconds = 1 + (probe.getNanosToWaitForRefill() - 1) / NANOS_PER_SECOND;
    String detail = "%s. Try again in %d s".formatted(rule, seconds);
    problems.write(response, Problem.of(ProblemKind.RATE_LIMITED, detail), (int) seconds);
    return false;
  }
}
