package dev.cinedex.http;

import com.codahale.metrics.MetricFilter;
import com.codahale.metrics.MetricRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.PrometheusNaming;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The driver's metrics of each node, with the node as a label: the driver has the address inside
 * the name. Metrics of several nodes become one metric with several series.
 */
final class DriverNodes implements MultiCollector {
  static final String PREFIX = "cinedex.nodes.";

  private static final MetricFilter OF_NODE = MetricFilter.startsWith(PREFIX);

  private final MetricRegistry metrics;

  DriverNodes(MetricRegistry metrics) {
    this.metrics = metrics;
  }

  @Override
  public MetricSnapshots collect() {
    MetricSnapshots.Builder snapshots = MetricSnapshots.builder();
    Map<String, GaugeSnapshot.Builder> gauges = new TreeMap<>();
    metrics
        .getGauges(OF_NODE)
        .forEach(
            (name, gauge) -> {
              if (gauge.getValue() instanceof Number value) {
                named(gauges, name, key -> GaugeSnapshot.builder().name(key).help("Of the driver"))
                    .dataPoint(
                        GaugeDataPointSnapshot.builder()
                            .labels(node(name))
                            .value(value.doubleValue())
                            .build());
              }
            });
    Map<String, CounterSnapshot.Builder> counters = new TreeMap<>();
    metrics
        .getCounters(OF_NODE)
        .forEach(
            (name, counter) ->
                named(
                        counters,
                        name,
                        key -> CounterSnapshot.builder().name(key).help("Of the driver"))
                    .dataPoint(
                        CounterDataPointSnapshot.builder()
                            .labels(node(name))
                            .value((double) counter.getCount())
                            .build()));
    gauges.values().forEach(builder -> snapshots.metricSnapshot(builder.build()));
    counters.values().forEach(builder -> snapshots.metricSnapshot(builder.build()));
    return snapshots.build();
  }

  private static <B> B named(Map<String, B> builders, String metric, Function<String, B> builder) {
    String ofNode = metric.substring(PREFIX.length());
    String name = "cinedex_driver_node_" + ofNode.substring(ofNode.indexOf('.') + 1);
    return builders.computeIfAbsent(
        PrometheusNaming.sanitizeMetricName(name.replaceAll("[.-]", "_")), builder);
  }

  private static Labels node(String metric) {
    String ofNode = metric.substring(PREFIX.length());
    return Labels.of("node", ofNode.substring(0, ofNode.indexOf('.')));
  }
}
