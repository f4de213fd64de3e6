package dev.cinedex.projection;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Snapshot;
import dev.cinedex.lookup.LookupTable;

/**
 * What each lookup table costs this instance's writes: the metrics {@code
 * cinedex.lookups.TABLE.rows-per-write} and {@code bytes-per-write}. Recent writes count more: most
 * of the weight is on the last five minutes.
 */
public final class WriteCosts {
  private final MetricRegistry metrics;

  public WriteCosts(MetricRegistry metrics) {
    this.metrics = metrics;
  }

  /**
   * Of one write of a movie.
   *
   * @param writes since the start of the instance
   * @param rows written or deleted, on average
   * @param bytes of values, as counted for the batches, on average
   */
  public record Cost(long writes, double rows, long mostRows, double bytes, long mostBytes) {}

  /** A movie was written. */
  void add(LookupTable table, long rows, long bytes) {
    histogram(table, "rows-per-write").update(rows);
    histogram(table, "bytes-per-write").update(bytes);
  }

  public Cost of(LookupTable table) {
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
