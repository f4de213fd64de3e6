package dev.cinedex.lookup;

import dev.cinedex.movie.Attribute;
import java.util.List;
import java.util.Map;

/** How large the partitions of a lookup table become. */
public final class PartitionAdvice {
  /** How many values there are of each, about: of the columns that have few. */
  private static final Map<String, Long> FEW_VALUES =
      Map.of("genre", 40L, Column.DECADE, 15L, Attribute.RELEASE_YEAR.columnName(), 130L);

  private static final long MANY = 1_000;

  /** A tenth of what is held to be the most that a partition should have. */
  private static final long MOST_BYTES = 10 << 20;

  private static final long MOST_ROWS = 10_000;

  private PartitionAdvice() {}

  /** What a table's owner should know of its declaration. */
  public static List<String> warnings(LookupTable table) {
    List<String> names = table.partition().stream().map(Column::name).toList();
    long keys =
        names.stream()
            .mapToLong(name -> FEW_VALUES.getOrDefault(name, MANY))
            .reduce(1, Math::multiplyExact);
    return table.declaration().buckets() > 1 || keys >= MANY
        ? List.of()
        : List.of(
            "partition %s has few values (about %d), so that each partition grows with the movies: spread them with 'buckets'"
                .formatted(names, keys));
  }

  /**
   * Buckets with which no partition has much more than 10,000 rows or 10 MB.
   *
   * @param buckets that the table has
   * @param rows of its largest partition
   * @param bytes of the same
   * @return up to 256
   */
  public static int buckets(int buckets, long rows, long bytes) {
    long times = 1 + Math.max(rows / MOST_ROWS, bytes / MOST_BYTES);
    return (int) Math.min(buckets * times, CheckedDeclaration.MOST_BUCKETS);
  }
}
