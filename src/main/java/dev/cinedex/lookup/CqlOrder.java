package dev.cinedex.lookup;

import dev.cinedex.movie.Utf8Order;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** The order in which Cassandra keeps the rows of a partition, for merging several partitions. */
public final class CqlOrder {
  /** Clustering keys, component by component, each ascending. */
  public static final Comparator<List<Object>> CLUSTERING_KEYS = CqlOrder::compareKeys;

  private CqlOrder() {}

  private static int compareKeys(List<Object> left, List<Object> right) {
    for (int i = 0; i < left.size(); i++) {
      int order = compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(Object left, Object right) {
    if (left instanceof String l && right instanceof String r) {
      return Utf8Order.COMPARATOR.compare(l, r);
    }
    if (left instanceof Integer l && right instanceof Integer r) {
      return l.compareTo(r);
    }
    if (left instanceof UUID l && right instanceof UUID r) {
      return compareUuids(l, r);
    }
    throw new IllegalArgumentException(
        "No clustering order for " + left.getClass() + " and " + right.getClass());
  }

  /** As Cassandra's {@code UUIDType}: by version, then time (version 1), then unsigned bytes. */
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
