package dev.cinedex.projection;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Snapshot;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.metrics.Metrics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The cost of each lookup table for this instance's writes. Recent writes count more: most of the
 * weight is on the last five minutes. The metrics have the same as sums.
 */
public final class WriteCosts {
  private final MetricRegistry recent = new MetricRegistry();
  private final Metrics metrics;

  public WriteCosts(Metrics metrics) {
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

  /** Counts a user's write: for each of the tables the rows that were sent to it. */
  void add(List<LookupTable> tables, List<RowStatement> sent) {
    Map<LookupTable, List<RowStatement>> byTable = written(sent);
    for (LookupTable table : tables) {
      List<RowStatement> rows = byTable.getOrDefault(table, List.of());
      histogram(table, "rows-per-write").update(rows.size());
      histogram(table, "bytes-per-write").update(RowStatement.bytes(rows));
    }
  }

  /**
   * Counts rows that are acknowledged, of a user's write or of a repair.
   *
   * @return the rows by table
   */
  Map<LookupTable, List<RowStatement>> written(List<RowStatement> rows) {
    Map<LookupTable, List<RowStatement>> byTable =
        rows.stream().collect(Collectors.groupingBy(RowStatement::table));
    byTable.forEach(
        (table, its) -> {
          long inserted = its.stream().filter(RowStatement::isInsert).count();
          metrics.rowsWritten(
              table.name(), inserted, its.size() - inserted, RowStatement.bytes(its));
        });
    return byTable;
  }

  /** Counts a batch that is sent. */
  void sent(List<RowStatement> batch) {
    metrics.batchSent(RowStatement.bytes(batch));
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
    return recent.histogram(MetricRegistry.name(table.name(), name));
  }
}
