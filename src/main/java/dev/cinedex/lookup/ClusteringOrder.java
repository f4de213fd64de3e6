package dev.cinedex.lookup;

import dev.cinedex.text.Utf8Order;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** The order in which Cassandra keeps the rows of a partition, for merging several partitions. */
public final class ClusteringOrder {
  private ClusteringOrder() {}

  /** Compares values of the columns, one after the other, each in its column's direction. */
  public static Comparator<List<Object>> of(List<Column> columns) {
    boolean[] descending = new boolean[columns.size()];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = columns.get(i).descending();
    }
    return (left, right) -> {
      for (int i = 0; i < descending.length; i++) {
        int order = compare(left.get(i), right.get(i));
        if (order != 0) {
          return descending[i] ? -order : order;
        }
      }
      return 0;
    };
  }

  private static int compare(Object left, Object right) {
    if (left instanceof String l && right instanceof String r) {
      return Utf8Order.COMPARATOR.compare(l, r);
    }
    if (left instanceof Integer l && right instanceof Integer r) {
      return l.compareTo(r);
    }
    if (left instanceof LocalDate l && right instanceof LocalDate r) {
      return l.compareTo(r);
    }
    if (left instanceof UUID l && right instanceof UUID r) {
      return compareUuids(l, r);
    }
    throw new IllegalArgumentException(
        "No clustering order for " + left.getClass() + " and " + right.getClass());
  }

  /** Compares as Cassandra's {@code UUIDType} does: version, time (version 1), unsigned bytes. */
  private static int compareUuids(UUID left, UUID right) {
    int byVersion = Integer.compare(left.version(), right.version());
    if (byVersion != 0) {
      return byVersion;
    }
    int byHigh = Long.compareUnsigned(highBits(left), highBits(right));
    return byHigh != 0
        ? byHigh
        : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
  }

  private static long highBits(UUID id) {
    long bits = id.getMostSignificantBits();
    return id.version() == 1
        ? ((bits & 0x0FFFL) << 48) | ((bits >>> 16 & 0xFFFFL) << 32) | (bits >>> 32)
        : bits;
  }
}
