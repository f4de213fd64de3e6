package dev.cinedex.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.metrics.Metrics;
import dev.cinedex.overview.Samples.Sampled;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Drift that a verification has looked at worries nobody any more. */
class SamplesTest {
  private static final String TABLE = "movies_by_actor";
  private static final Optional<Instant> NEVER = Optional.empty();
  private static final Optional<Instant> VERIFIED = Optional.of(Instant.ofEpochSecond(1));

  private final Metrics metrics = new Metrics();
  private final Samples samples = new Samples(metrics);

  @Test
  void countsFromTheStart() {
    metrics.rowsSampled(TABLE, 10, 1);

    assertThat(samples.since(TABLE, NEVER)).isEqualTo(new Sampled(10, 1));
    metrics.rowsSampled(TABLE, 10, 2);
    assertThat(samples.since(TABLE, NEVER)).isEqualTo(new Sampled(20, 3));
  }

  @Test
  void aVerificationBeforeTheStartHidesNothing() {
    metrics.rowsSampled(TABLE, 10, 1);

    assertThat(samples.since(TABLE, VERIFIED)).isEqualTo(new Sampled(10, 1));
  }

  @Test
  void aCleanVerificationBeginsToCountAgain() {
    metrics.rowsSampled(TABLE, 10, 1);
    samples.since(TABLE, NEVER);

    assertThat(samples.since(TABLE, VERIFIED)).isEqualTo(new Sampled(0, 0));
    metrics.rowsSampled(TABLE, 5, 1);
    assertThat(samples.since(TABLE, VERIFIED)).isEqualTo(new Sampled(5, 1));
  }

  @Test
  void aTableThatIsMadeAgainIsCountedFromItsStart() {
    metrics.rowsSampled(TABLE, 10, 1);
    samples.since(TABLE, NEVER);
    samples.since(TABLE, VERIFIED);
    metrics.keepTables(Set.of());
    metrics.rowsSampled(TABLE, 3, 1);

    assertThat(samples.since(TABLE, NEVER)).isEqualTo(new Sampled(3, 1));
  }
}
