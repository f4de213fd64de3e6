package dev.cinedex.http;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.google.common.net.InetAddresses;
import dev.cinedex.metrics.Metrics;
import io.github.bucket4j.Bucket;
import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.time.Duration;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Limits the rate of each client by a bucket of tokens, which is full at first and fills evenly.
 */
final class RateLimit {
  /**
   * The clients that are remembered. When there are more, some are forgotten and have a full bucket
   * again.
   */
  private static final int MOST_CLIENTS = 10_000;

  private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private static final Pattern BRACKETS_AND_ZONE = Pattern.compile("[\\[\\]]|%[^]]*");
  private static final int NETWORK_BYTES = 8;

  private final long capacity;
  private final String rule;
  private final LoadingCache<String, Bucket> buckets;
  private final Metrics metrics;

  /**
   * @param capacity the tokens of a full bucket, 1 or more
   * @param filled the time in which an empty bucket becomes full
   * @param rule the rule in words, with the setting that changes it
   * @param metrics counts the requests that are refused
   */
  RateLimit(long capacity, Duration filled, String rule, Metrics metrics) {
    this.capacity = capacity;
    this.rule = rule;
    this.metrics = metrics;
    buckets =
        Caffeine.newBuilder()
            .maximumSize(MOST_CLIENTS)
            .expireAfterAccess(filled) // the bucket is full then
            .build(
                client ->
                    Bucket.builder()
                        .addLimit(each -> each.capacity(capacity).refillGreedy(capacity, filled))
                        .withNanosecondPrecision()
                        .build());
  }

  /**
   * Returns the address from which a request comes. Of an IPv6 address it is the network, because
   * one client has all addresses of a /64.
   */
  static String address(HttpServletRequest request) {
    String address = BRACKETS_AND_ZONE.matcher(request.getRemoteAddr()).replaceAll("");
    return InetAddresses.isInetAddress(address)
            && InetAddresses.forString(address) instanceof Inet6Address version6
        ? HexFormat.of().formatHex(version6.getAddress(), 0, NETWORK_BYTES)
        : address;
  }

  /** Takes one token, if the client has one; returns whether it had. */
  boolean allows(String client) {
    return buckets.get(client).tryConsume(1);
  }

  /** Returns the account of a client, for one request. */
  Account account(String client) {
    return new Account(buckets.get(client));
  }

  /** What one request takes from the bucket of its client, in one step or more. */
  final class Account {
    private final Bucket bucket;
    private long taken;

    private Account(Bucket bucket) {
      this.bucket = bucket;
    }

    /**
     * Takes tokens from the bucket. A request that costs more than a full bucket takes a full one.
     *
     * @throws ProblemException when the client has to wait for them; it gets back what the request
     *     has taken
     */
    void charge(long cost) {
      long tokens = Math.min(cost, capacity - taken);
      if (tokens <= 0 || bucket.tryConsume(tokens)) {
        taken += Math.max(0, tokens);
        return;
      }
      if (taken > 0) {
        bucket.addTokens(taken);
      }
      long nanos = bucket.estimateAbilityToConsume(taken + tokens).getNanosToWaitForRefill();
      taken = 0;
      metrics.refused("rate-limited");
      int seconds = (int) (1 + nanos / NANOS_PER_SECOND);
      String detail = "%s. Try again in %d s".formatted(rule, seconds);
      throw new ProblemException(Problem.of(ProblemKind.RATE_LIMITED, detail).passingIn(seconds));
    }
  }
}
