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
    return IntStream.range(0, count).mapToObj(i -> part(i, count)).toList();
  }

  /** Returns one of the ranges of equal size into which the whole ring is divided. */
  public static TokenRange part(int index, int count) {
    return new TokenRange(
        bound(index, count), index == count - 1 ? Long.MAX_VALUE : bound(index + 1, count));
  }

  /** Returns which part of the ring is up to a token: from 0 to 1. */
  public static double shareUpTo(long token) {
    return (token - (double) Long.MIN_VALUE) / TOKENS.doubleValue();
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
