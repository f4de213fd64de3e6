package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import dev.cinedex.testing.PrometheusText;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DriverNodesTest {
  @Test
  void severalNodesAreSeriesOfOneMetric() throws IOException {
    MetricRegistry driver = new MetricRegistry();
    for (String node : new String[] {"10_0_0_1:9042", "10_0_0_2:9042", "10_0_0_3:9042"}) {
      driver.gauge("cinedex.nodes." + node + ".pool.open-connections", () -> () -> 2);
      driver.counter("cinedex.nodes." + node + ".retries.total").inc();
    }
    driver.counter("cinedex.cql-client-timeouts");
    PrometheusRegistry registry = new PrometheusRegistry();
    MetricsEndpoint.export(driver, registry);

    String scraped = PrometheusText.of(registry);

    assertThat(scraped.lines())
        .contains(
            "cinedex_driver_node_pool_open_connections{node=\"10_0_0_1:9042\"} 2.0",
            "cinedex_driver_node_pool_open_connections{node=\"10_0_0_3:9042\"} 2.0",
            "cinedex_driver_node_retries_total{node=\"10_0_0_2:9042\"} 1.0")
        .anyMatch(line -> line.startsWith("cinedex_cql_client_timeouts"))
        .noneMatch(line -> line.startsWith("cinedex_nodes"));
  }
}
