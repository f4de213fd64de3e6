package dev.cinedex.http;

import io.dropwizard.core.setup.Environment;
import io.prometheus.metrics.exporter.servlet.jakarta.PrometheusMetricsServlet;
import io.prometheus.metrics.instrumentation.dropwizard.DropwizardExports;
import io.prometheus.metrics.instrumentation.dropwizard5.labels.CustomLabelMapper;
import io.prometheus.metrics.instrumentation.dropwizard5.labels.MapperConfig;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;

/** The path {@code /metrics} of the admin port, for Prometheus. */
public final class MetricsEndpoint {
  private MetricsEndpoint() {}

  /**
   * Serves a registry, and adds the metrics of the JVM, of the HTTP server and of the driver to it.
   *
   * @param registry of one service
   */
  public static void register(PrometheusRegistry registry, Environment environment) {
    JvmMetrics.builder().register(registry);
    DropwizardExports.builder()
        .dropwizardRegistry(environment.metrics())
        .metricFilter((name, metric) -> name.startsWith("cinedex.") || name.contains("jetty"))
        .customLabelMapper(new CustomLabelMapper(driverNodes()))
        .register(registry);
    environment
        .admin()
        .addServlet("prometheus", new PrometheusMetricsServlet(registry))
        .addMapping("/metrics");
  }

  /** Makes the address of a node a label: the driver has it inside the name. */
  private static List<MapperConfig> driverNodes() {
    return List.of(
        node("cinedex.nodes.*.*.*", "cinedex_driver_node_${1}_${2}"),
        node("cinedex.nodes.*.*.*.*", "cinedex_driver_node_${1}_${2}_${3}"));
  }

  private static MapperConfig node(String pattern, String name) {
    return new MapperConfig(pattern, name, Map.of("node", "${0}"));
  }
}
