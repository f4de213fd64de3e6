package dev.cinedex.lookup;

import java.util.UUID;

/**
 * Spreads movies over buckets and shards. Part of the storage format: rows written by another rule
 * would not be found.
 */
public final class Buckets {
  private Buckets() {}

  /**
   * @param places 1 or more
   * @return 0 to {@code places - 1}
   */
  public static int of(UUID movieId, int places) {
    long folded = movieId.getMostSignificantBits() ^ movieId.getLeastSignificantBits();
    return Math.floorMod((int) (folded ^ (folded >>> 32)), places);
  }
}
