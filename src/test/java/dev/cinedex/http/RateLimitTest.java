package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.metrics.Metrics;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private final RateLimit limit =
      new RateLimit(
          10,
          Duration.ofHours(10),
          "At most 10",
          new ProblemWriter(new ObjectMapper()),
          new Metrics());

  private boolean take(String client, long tokens) throws IOException {
    return limit.take(
        client,
        tokens,
        Stubs.of(HttpServletResponse.class, Map.of("getOutputStream", new Discarded())));
  }

  @Test
  void aClientHasAFullBucketAndNoMore() throws IOException {
    assertThat(take("a", 4)).isTrue();
    assertThat(take("a", 7)).isFalse();
    assertThat(take("a", 6)).isTrue();
    assertThat(take("a", 1)).isFalse();
  }

  @Test
  void clientsDoNotShareABucket() throws IOException {
    assertThat(take("a", 10)).isTrue();
    assertThat(take("b", 10)).isTrue();
    assertThat(take("a", 1)).isFalse();
  }

  @Test
  void whatCostsMoreThanAFullBucketTakesAFullOne() throws IOException {
    assertThat(take("a", 1_000)).isTrue();
    assertThat(take("b", 1)).isTrue();
    assertThat(take("b", 1_000)).isFalse();
  }
}
