package dev.cinedex.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff = new Backoff(Duration.ofMillis(10), Duration.ofSeconds(1));

  @Test
  void theLimitDoublesUpToTheLongestPause() {
    assertThat(backoff.limit(0)).hasMillis(10);
    assertThat(backoff.limit(1)).hasMillis(20);
    assertThat(backoff.limit(6)).hasMillis(640);
    assertThat(backoff.limit(7)).hasSeconds(1);
    assertThat(backoff.limit(Integer.MAX_VALUE)).hasSeconds(1);
  }

  @Test
  void aPauseIsRandomAndBelowItsLimit() {
    for (int attempt = 0; attempt < 100; attempt++) {
      assertThat(backoff.random(attempt))
          .isBetween(Duration.ZERO, backoff.limit(attempt).minusNanos(1));
    }
    assertThat(backoff.random(9)).isNotEqualTo(backoff.random(9));
  }

  @Test
  void anInterruptEndsThePause() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> backoff.pause(5)).isInstanceOf(IllegalStateException.class);

    assertThat(Thread.interrupted()).isTrue();
  }
}
