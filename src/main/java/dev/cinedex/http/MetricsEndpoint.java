package dev.cinedex.http;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.core.setup.Environment;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.exporter.servlet.jakarta.PrometheusMetricsServlet;
import io.prometheus.metrics.instrumentation.dropwizard.DropwizardExports;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The path {@code /metrics} of the admin port, for Prometheus. */
public final class MetricsEndpoint {
  private MetricsEndpoint() {}

  /**
   * Serves a registry, and adds the metrics of the JVM, of the HTTP server and of the driver to it,
   * and the version.
   *
   * @param registry of one service
   */
  public static void register(PrometheusRegistry registry, Environment environment) {
    JvmMetrics.builder().register(registry);
    Info.builder()
        .name("cinedex_build_info")
        .help("Always 1; the label has the version")
        .labelNames("version")
        .register(registry)
        .setLabelValues(version());
    export(environment.metrics(), registry);
    environment
        .admin()
        .addServlet("prometheus", new PrometheusMetricsServlet(registry))
        .addMapping("/metrics");
  }

  /** Returns the version that the jar's manifest names. */
  private static String version() {
    String version = MetricsEndpoint.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }

  /** Adds the metrics of the HTTP server and of the driver to a registry. */
  static void export(MetricRegistry metrics, PrometheusRegistry registry) {
    DropwizardExports.builder()
        .dropwizardRegistry(metrics)
        .metricFilter(
            (name, metric) ->
                !name.startsWith(DriverNodes.PREFIX)
                    && (name.startsWith("cinedex.") || name.contains("jetty")))
        .register(registry);
    registry.register(new DriverNodes(metrics));
  }
}
