package dev.cinedex.metrics;

import io.prometheus.metrics.core.datapoints.DataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.StatefulMetric;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * The metrics of one process. All can be summed over processes: they are counters and histograms
 * with fixed buckets, and gauges whose help says what they are.
 */
public final class Metrics {
  private static final double[] LAG_SECONDS = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600
  };
  private static final double[] BATCH_BYTES = {256, 1_024, 4_096, 8_192, 16_384, 32_768, 65_536};

  private final PrometheusRegistry registry;
  private final Counter claims;
  private final Counter steps;
  private final Histogram lag;
  private final Histogram batchBytes;
  private final Counter rowsWritten;
  private final Counter bytesWritten;
  private final Counter rowsOmitted;
  private final Counter rowsSampled;
  private final Counter rowsDrifted;
  private final Counter refused;
  private final Histogram requests;
  private final Histogram nodeRequests;

  /** The tables that have a series. */
  private final Set<String> tables = ConcurrentHashMap.newKeySet();

  /** Makes metrics that nobody asks for, as in a command. */
  public Metrics() {
    this(new PrometheusRegistry());
  }

  /**
   * Makes metrics.
   *
   * @param registry gets each of them; none of their names may be there
   */
  public Metrics(PrometheusRegistry registry) {
    this.registry = registry;
    claims = counter("cinedex_claims", "Claims of versions, by their outcome", "outcome");
    steps = counter("cinedex_write_steps", "Steps of writes that were done", "step");
    lag =
        histogram(
            "cinedex_projection_lag_seconds",
            "Time from a claim until its lookup rows were acknowledged, by who wrote them",
            LAG_SECONDS,
            "by");
    batchBytes =
        histogram("cinedex_batch_bytes", "Size of the values of a logged batch", BATCH_BYTES);
    rowsWritten =
        counter("cinedex_rows_written", "Lookup rows inserted or deleted", "table", "kind");
    bytesWritten =
        counter("cinedex_written_bytes", "Bytes of the rows inserted or deleted", "table");
    rowsOmitted =
        counter(
            "cinedex_verified_omitted",
            "Rows that verified lists left out, because they no longer belong to their movie",
            "table");
    rowsSampled = counter("cinedex_sampled_rows", "Rows that the drift sampler compared", "table");
    rowsDrifted =
        counter("cinedex_drifted_rows", "Sampled rows that differ from the ledger", "table");
    refused = counter("cinedex_refused", "Requests that were refused unread", "reason");
    List.of("overloaded", "memory", "rate-limited").forEach(refused::initLabelValues);
    requests =
        histogram(
            "cinedex_http_request_seconds",
            "Time of a request until its answer was handed over",
            Totals.BOUNDS,
            "operation",
            "status");
    nodeRequests =
        histogram(
            "cinedex_driver_node_request_seconds",
            "Time until a node of Cassandra answered",
            Totals.BOUNDS,
            "node");
  }

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  private Histogram histogram(String name, String help, double[] buckets, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(buckets)
        .labelNames(labels)
        .withoutExemplars() // Cinedex has no tracer whose spans they would name
        .register(registry);
  }

  /**
   * Adds a gauge that is asked at each scrape.
   *
   * @param value must not wait
   */
  public void gauge(String name, String help, DoubleSupplier value) {
    gauge(name, help, List.of(), () -> Map.of(List.of(), value.getAsDouble()));
  }

  /**
   * Adds a gauge with several series, which are asked for at each scrape.
   *
   * @param values must not wait; the key has the values of the labels, in their order
   */
  public void gauge(
      String name, String help, List<String> labels, Supplier<Map<List<String>, Double>> values) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels.toArray(String[]::new))
        .callback(
            callback ->
                values
                    .get()
                    .forEach((of, value) -> callback.call(value, of.toArray(String[]::new))))
        .register(registry);
  }

  /** Makes series at 0 of what a write can come to: an alert misses the first of a new series. */
  public void expect(Enum<?>[] outcomes, Enum<?>[] settledBy) {
    for (Enum<?> outcome : outcomes) {
      claims.initLabelValues(text(outcome));
    }
    for (Enum<?> by : settledBy) {
      lag.initLabelValues(text(by));
    }
  }

  public void claimed(Enum<?> outcome) {
    claims.labelValues(text(outcome)).inc();
  }

  public void stepDone(Enum<?> step) {
    steps.labelValues(text(step)).inc();
  }

  /**
   * Counts a version whose lookup rows are acknowledged.
   *
   * @param since the time since its claim
   */
  public void projected(Enum<?> by, Duration since) {
    lag.labelValues(text(by)).observe(Math.max(0, since.toNanos() / 1e9));
  }

  public void batchSent(long bytes) {
    batchBytes.observe((double) bytes);
  }

  /**
   * Counts rows that were inserted and deleted.
   *
   * @param bytes the size of their values
   */
  public void rowsWritten(String table, long inserted, long deleted, long bytes) {
    tables.add(table);
    rowsWritten.labelValues(table, "insert").inc(inserted);
    rowsWritten.labelValues(table, "delete").inc(deleted);
    bytesWritten.labelValues(table).inc(bytes);
  }

  public void rowsOmitted(String table, long rows) {
    tables.add(table);
    rowsOmitted.labelValues(table).inc(rows);
  }

  /** Counts rows that were compared with the ledger at random. */
  public void rowsSampled(String table, long sampled, long drifted) {
    tables.add(table);
    rowsSampled.labelValues(table).inc(sampled);
    rowsDrifted.labelValues(table).inc(drifted);
  }

  /** Returns how many of the rows of a table that were compared differed from the ledger. */
  public long drifted(String table) {
    return rowsDrifted.labelValues(table).getLongValue();
  }

  /** Returns how many rows of a table were compared with the ledger at random. */
  public long sampled(String table) {
    return rowsSampled.labelValues(table).getLongValue();
  }

  /** Counts a request that was refused before it was read, for one of few reasons. */
  public void refused(String reason) {
    refused.labelValues(reason).inc();
  }

  /**
   * Counts a request that is answered.
   *
   * @param operation the operation id in the description of the HTTP API
   */
  public void answered(String operation, int status, Duration time) {
    requests.labelValues(operation, String.valueOf(status)).observe(time.toNanos() / 1e9);
  }

  /** Counts a request that a node of Cassandra answered. */
  public void nodeAnswered(String node, Duration time) {
    nodeRequests.labelValues(node).observe(time.toNanos() / 1e9);
  }

  /** Ends the series of a node that has left the cluster. */
  public void nodeLeft(String node) {
    nodeRequests.remove(node);
  }

  /** Returns what was counted so far. */
  public Totals totals() {
    return new TotalsReader(claims, refused, requests, lag).read();
  }

  /** Ends the series of all other tables: they were dropped. */
  public void keepTables(Set<String> present) {
    for (String table : List.copyOf(tables)) {
      if (!present.contains(table) && tables.remove(table)) {
        rowsWritten.remove(table, "insert");
        rowsWritten.remove(table, "delete");
        List<StatefulMetric<? extends DataPoint, ?>> ofTables =
            List.of(bytesWritten, rowsOmitted, rowsSampled, rowsDrifted);
        ofTables.forEach(metric -> metric.remove(table));
      }
    }
  }

  private static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
