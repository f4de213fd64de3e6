package dev.cinedex.lookup;

import java.util.UUID;

/**
 * Spreads entities over buckets and shards. Part of the storage format: rows written by another
 * rule would not be found.
 */
public final class Buckets {
  private Buckets() {}

  /**
   * Returns the bucket of an entity.
   *
   * @param buckets 1 or more
   * @return 0 to {@code buckets - 1}
   */
  public static int of(UUID entityId, int buckets) {
    long folded = entityId.getMostSignificantBits() ^ entityId.getLeastSignificantBits();
    return Math.floorMod((int) (folded ^ (folded >>> 32)), buckets);
  }
}
