package dev.cinedex.cassandra;

import com.google.common.base.Splitter;
import com.google.common.primitives.Longs;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of the ring of tokens (of Cassandra's Murmur3Partitioner), by which a table is read whole.
 *
 * @param after excluded
 * @param upTo included
 */
public record TokenRange(long after, long upTo) {
  public TokenRange {
    if (after >= upTo) {
      throw new IllegalArgumentException("tokens: %d is not less than %d".formatted(after, upTo));
    }
  }

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger TOKENS = BigInteger.ONE.shiftLeft(Long.SIZE);

  /** The whole ring, in order. */
  public static List<TokenRange> all(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new TokenRange(
                    bound(i, count), i == count - 1 ? Long.MAX_VALUE : bound(i + 1, count)))
        .toList();
  }

  /**
   * @param text as {@code -100:100}
   * @throws IllegalArgumentException when it is of another form
   */
  public static TokenRange of(String text) {
    List<String> bounds = Splitter.on(':').splitToList(text);
    Long after = Longs.tryParse(bounds.get(0));
    Long upTo = bounds.size() == 2 ? Longs.tryParse(bounds.get(1)) : null;
    if (after == null || upTo == null) {
      throw new IllegalArgumentException(
          "tokens: '%s' has not the form -100:100, of two 64-bit integers".formatted(text));
    }
    return new TokenRange(after, upTo);
  }

  /** Whether some token is in both. */
  public boolean touches(TokenRange other) {
    return after < other.upTo && other.after < upTo;
  }

  private static long bound(int i, int count) {
    return LEAST
        .add(TOKENS.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(count)))
        .longValueExact();
  }
}
