package dev.cinedex.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class AdaptiveLimitTest {
  private final AdaptiveLimit limit = new AdaptiveLimit(16);

  @Test
  void aTimeoutHalvesTheLimitAndSuccessRaisesItByOneARound() throws Exception {
    limit.end(limit.begin(), true);
    assertThat(limit.now()).isEqualTo(8);

    for (int i = 0; i < 9; i++) {
      limit.end(limit.begin(), false);
    }
    assertThat(limit.now()).isEqualTo(9);
  }

  @Test
  void writesThatTimeOutTogetherHalveItOnce() throws Exception {
    long[] begun = new long[10];
    for (int i = 0; i < begun.length; i++) {
      begun[i] = limit.begin();
    }
    for (long each : begun) {
      limit.end(each, true);
    }

    assertThat(limit.now()).isEqualTo(8);
  }

  @Test
  void itStaysBetweenOneAndTheMost() throws Exception {
    for (int i = 0; i < 20; i++) {
      limit.end(limit.begin(), true);
    }
    assertThat(limit.now()).isEqualTo(1);

    for (int i = 0; i < 1_000; i++) {
      limit.end(limit.begin(), false);
    }
    assertThat(limit.now()).isEqualTo(16);
  }

  @Test
  void aWriteWaitsWhileThereAreTooMany() throws Exception {
    for (int i = 0; i < 5; i++) {
      limit.end(limit.begin(), true);
    }
    long first = limit.begin();
    CompletableFuture<Long> second =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return limit.begin();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    Awaitility.await().during(java.time.Duration.ofMillis(200)).until(() -> !second.isDone());

    limit.end(first, false);

    second.get(10, java.util.concurrent.TimeUnit.SECONDS);
  }
}
