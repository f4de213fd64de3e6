package dev.cinedex.projection;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Snapshot;
import dev.cinedex.lookup.LookupTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The cost of each lookup table for this instance's writes: the metrics {@code
 * cinedex.lookups.TABLE.rows-per-write} and {@code bytes-per-write}. Recent writes count more: most
 * of the weight is on the last five minutes.
 */
public final class WriteCosts {
  private final MetricRegistry metrics;

  public WriteCosts(MetricRegistry metrics) {
    this.metrics = metrics;
  }

  /**
   * The costs of one write.
   *
   * @param writes the number of writes since the start of the instance
   * @param rows the average number of rows written or deleted
   * @param bytes the average size of values, as counted for the batches
   */
  public record Cost(long writes, double rows, long mostRows, double bytes, long mostBytes) {}

  /** Counts a write: for each of the tables the rows that were sent to it. */
  void add(List<LookupTable> tables, List<RowStatement> sent) {
    Map<LookupTable, List<RowStatement>> byTable =
        sent.stream().collect(Collectors.groupingBy(RowStatement::table));
    for (LookupTable table : tables) {
      List<RowStatement> rows = byTable.getOrDefault(table, List.of());
      histogram(table, "rows-per-write").update(rows.size());
      histogram(table, "bytes-per-write").update(RowStatement.bytes(rows));
    }
  }

  /** Returns what recent writes sent to the table. */
  public Cost perWrite(LookupTable table) {
    Histogram rows = histogram(table, "rows-per-write");
    Snapshot recentRows = rows.getSnapshot();
    Snapshot recentBytes = histogram(table, "bytes-per-write").getSnapshot();
    return new Cost(
        rows.getCount(),
        recentRows.getMean(),
        recentRows.getMax(),
        recentBytes.getMean(),
        recentBytes.getMax());
  }

  private Histogram histogram(LookupTable table, String name) {
    return metrics.histogram(MetricRegistry.name("cinedex.lookups", table.name(), name));
  }
}
