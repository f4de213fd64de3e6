package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityType;
import dev.cinedex.entity.Rounded;
import java.util.List;

/** Advises on the size of a lookup table's partitions. */
public final class PartitionAdvice {
  private static final long MANY = 1_000;

  /** A tenth of the size that a partition should not exceed. */
  private static final long MAX_BYTES = 10 << 20;

  private static final long MAX_ROWS = 10_000;

  private PartitionAdvice() {}

  /** Returns what a table's owner should know of its declaration. */
  public static List<String> warnings(LookupTable table) {
    long keys =
        table.partition().stream()
            .mapToLong(column -> distinctValues(table.entity(), column.name()))
            .reduce(1, Math::multiplyExact);
    if (table.declaration().buckets() > 1 || keys >= MANY) {
      return List.of();
    }
    return List.of(
        "partition %s can have only about %d values, so each partition grows with the %s: spread them with 'buckets'"
            .formatted(table.partition(), keys, table.entity().table()));
  }

  private static long distinctValues(EntityType entity, String column) {
    return entity
        .attribute(column)
        .or(() -> entity.attributeOfElement(column))
        .map(Attribute::distinctValues)
        .or(() -> entity.rounded(column).map(Rounded::distinctValues))
        .orElse(MANY);
  }

  /**
   * Returns the number of buckets with which no partition has much more than 10,000 rows or 10 MB.
   *
   * @param buckets the number that the table has
   * @param rows of its largest partition
   * @param bytes of the same partition
   * @return up to 256
   */
  public static int buckets(int buckets, long rows, long bytes) {
    long times = 1 + Math.max(rows / MAX_ROWS, bytes / MAX_BYTES);
    return (int) Math.min(buckets * times, DeclarationParser.MAX_BUCKETS);
  }
}
