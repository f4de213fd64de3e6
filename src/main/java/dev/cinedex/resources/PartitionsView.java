package dev.cinedex.resources;

import dev.cinedex.lists.PartitionCounts.PartitionSize;
import dev.cinedex.lists.PartitionCounts.PartitionSizes;
import dev.cinedex.lists.TableReads.Result;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.PartitionAdvice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes of a table's partitions in JSON.
 *
 * @param largest the partitions with the most rows, the largest first
 * @param partitions the number of all partitions
 * @param suggestedBuckets with so many, no partition has much more than 10,000 rows or 10 MB
 */
record PartitionsView(
    List<Partition> largest,
    long partitions,
    int buckets,
    int suggestedBuckets,
    CountedView counted) {

  /**
   * One partition.
   *
   * @param key values of the partition key with the bucket, by name
   * @param bytes an estimate from some of the rows
   */
  record Partition(Map<String, Object> key, long rows, long bytes) {
    private static Partition of(LookupTable table, PartitionSize size) {
      Map<String, Object> key = new LinkedHashMap<>();
      for (int i = 0; i < size.key().size(); i++) {
        key.put(table.partitionKey().get(i).name(), size.key().get(i));
      }
      return new Partition(key, size.rows(), size.bytes());
    }
  }

  static PartitionsView of(LookupTable table, Result<PartitionSizes> counts) {
    List<PartitionSize> largest = counts.value().largest();
    int buckets = table.declaration().buckets();
    return new PartitionsView(
        largest.stream().map(size -> Partition.of(table, size)).toList(),
        counts.value().partitions(),
        buckets,
        largest.stream()
            .mapToInt(size -> PartitionAdvice.buckets(buckets, size.rows(), size.bytes()))
            .max()
            .orElse(buckets),
        CountedView.of(table, counts));
  }
}
