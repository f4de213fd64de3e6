package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.lookup.ClusteringOrder;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Counts the rows of partitions. It reads every row, each at its own moment: a row that is written
 * meanwhile may be counted or not.
 */
public final class PartitionCounts {
  /** Partitions that are counted at the same time: each is read whole. */
  private static final int PARALLEL_COUNTS = 4;

  private static final int PARTITIONS_AT_ONCE = 256;

  /** The number of rows that tell how large a partition's rows are. */
  private static final int SAMPLED_ROWS = 100;

  private final CqlSession session;
  private final LookupRows rows;
  private final PageReader pages;
  private final ToLongFunction<LookupRow> rowBytes;

  /**
   * @param rowBytes the size of a row, as counted for the budget of batches
   */
  public PartitionCounts(
      CqlSession session, LookupRows rows, PageReader pages, ToLongFunction<LookupRow> rowBytes) {
    this.session = session;
    this.rows = rows;
    this.pages = pages;
    this.rowBytes = rowBytes;
  }

  /**
   * The size of a partition.
   *
   * @param key with the bucket
   * @param bytes estimated from some of its rows
   */
  public record PartitionSize(List<Object> key, long rows, long bytes) {}

  /**
   * The largest partitions of a table.
   *
   * @param largest the largest first
   * @param partitions the number of all partitions
   */
  public record PartitionSizes(List<PartitionSize> largest, long partitions) {}

  private record Count(List<Object> key, long rows) {}

  /** Counts the rows by the table's partition columns, the buckets of each together, in order. */
  public SortedMap<List<Object>, Long> count(LookupTable table) {
    SortedMap<List<Object>, Long> sums = new TreeMap<>(ClusteringOrder.of(table.partition()));
    int columns = table.partition().size();
    for (List<Row> partitions : partitions(table)) {
      for (Count count : counts(table, partitions)) {
        if (count.rows > 0) {
          sums.merge(count.key.subList(0, columns), count.rows, Long::sum);
        }
      }
    }
    return sums;
  }

  /** Returns the partitions with the most rows. */
  public PartitionSizes largest(LookupTable table, int limit) {
    PriorityQueue<Count> largest = new PriorityQueue<>(Comparator.comparingLong(Count::rows));
    long number = 0;
    for (List<Row> partitions : partitions(table)) {
      for (Count count : counts(table, partitions)) {
        largest.add(count);
        if (largest.size() > limit) {
          largest.remove();
        }
      }
      number += partitions.size();
    }
    List<PartitionSize> sizes =
        largest.stream()
            .sorted(Comparator.comparingLong(Count::rows).reversed())
            .map(count -> size(table, count))
            .toList();
    return new PartitionSizes(sizes, number);
  }

  private Iterable<List<Row>> partitions(LookupTable table) {
    return Iterables.partition(
        session.execute(rows.statements(table).partitions()), PARTITIONS_AT_ONCE);
  }

  private List<Count> counts(LookupTable table, List<Row> partitions) {
    return Parallel.map(
        partitions,
        PARALLEL_COUNTS,
        partition -> {
          List<Object> key = key(table, partition);
          return session
              .executeAsync(rows.statements(table).count(key))
              .thenApply(count -> new Count(key, Objects.requireNonNull(count.one()).getLong(0)));
        });
  }

  private static List<Object> key(LookupTable table, Row partition) {
    List<Object> key = new ArrayList<>();
    for (int i = 0; i < table.partitionKey().size(); i++) {
      key.add(Objects.requireNonNull(partition.getObject(i)));
    }
    return key;
  }

  private PartitionSize size(LookupTable table, Count count) {
    List<Object> partition = count.key.subList(0, table.partition().size());
    List<StoredRow> some = pages.page(ListQuery.all(table, partition), SAMPLED_ROWS).rows();
    long bytes = some.stream().mapToLong(row -> rowBytes.applyAsLong(row.row())).sum();
    return new PartitionSize(
        count.key, count.rows, some.isEmpty() ? 0 : count.rows * (bytes / some.size()));
  }
}
