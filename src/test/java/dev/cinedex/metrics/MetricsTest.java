package dev.cinedex.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    assertThat(scrape())
        .contains("cinedex_driver_node_request_seconds_count{node=\"10_0_0_2:9042\"} 1")
        .doesNotContain("10_0_0_1");
  }

  private String scrape() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(text, registry.scrape());
    return text.toString(StandardCharsets.UTF_8);
  }
}
