package dev.cinedex.cassandra;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of the token ring of Cassandra's Murmur3Partitioner. A whole table is read in such parts.
 *
 * @param after the lower bound, excluded
 * @param upTo the upper bound, included
 */
public record TokenRange(long after, long upTo) {
  public TokenRange {
    if (after >= upTo) {
      throw new IllegalArgumentException("%d is not less than %d".formatted(after, upTo));
    }
  }

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger TOKENS = BigInteger.ONE.shiftLeft(Long.SIZE);

  /** Divides the whole ring into ranges of equal size, in order. */
  public static List<TokenRange> all(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new TokenRange(
                    bound(i, count), i == count - 1 ? Long.MAX_VALUE : bound(i + 1, count)))
        .toList();
  }

  /** Returns whether a token is in the range. */
  public boolean contains(long token) {
    return after < token && token <= upTo;
  }

  /** Returns whether some token is in both ranges. */
  public boolean touches(TokenRange other) {
    return after < other.upTo && other.after < upTo;
  }

  private static long bound(int i, int count) {
    return LEAST
        .add(TOKENS.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(count)))
        .longValueExact();
  }
}
