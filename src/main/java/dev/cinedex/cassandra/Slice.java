package dev.cinedex.cassandra;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of the ring of tokens (of Cassandra's Murmur3Partitioner), by which a table is read whole.
 *
 * @param after excluded
 * @param upTo included
 */
public record Slice(long after, long upTo) {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger TOKENS = BigInteger.ONE.shiftLeft(Long.SIZE);

  /** The whole ring, in order. */
  public static List<Slice> all(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> new Slice(bound(i, count), i == count - 1 ? Long.MAX_VALUE : bound(i + 1, count)))
        .toList();
  }

  private static long bound(int i, int count) {
    return LEAST
        .add(TOKENS.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(count)))
        .longValueExact();
  }
}
