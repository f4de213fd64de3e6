package dev.cinedex.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.testing.PrometheusText;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Metrics metrics = new Metrics(registry);

  @Test
  void aNodeThatHasLeftHasNoSeries() throws IOException {
    metrics.nodeAnswered("10_0_0_1:9042", Duration.ofMillis(3));
    metrics.nodeAnswered("10_0_0_2:9042", Duration.ofMillis(3));

    metrics.nodeLeft("10_0_0_1:9042");

    assertThat(PrometheusText.of(registry))
        .contains("cinedex_driver_node_request_seconds_count{node=\"10_0_0_2:9042\"} 1")
        .doesNotContain("10_0_0_1");
  }
}
