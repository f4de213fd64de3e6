package dev.cinedex.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.MovieWriter;
import dev.cinedex.ledger.Notes;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.Movies;
import dev.cinedex.projection.Projection;
import io.dropwizard.jersey.validation.Validators;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterClockIT {
  private static final CqlSession SESSION = TestCassandra.newSession(Tables.shipped());
  private static final Ledger LEDGER =
      new Ledger(SESSION, new Notes(SESSION), new MovieJson(Validators.newValidator()));

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void aClockThatGoesWithTheClustersTellsTheTime() {
    ClusterClock clock = clock(Duration.ZERO);

    assertThat(clock.instant()).isBetween(Instant.now().minusSeconds(1), Instant.now());
    assertThat(clock.healthCheck().execute().isHealthy()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {-5_000, 5_000, 3_600_000})
  void aClockThatIsOffWritesNothingAndSaysSo(long millis) {
    ClusterClock clock = clock(Duration.ofMillis(millis));
    UUID id = UUID.randomUUID();

    assertThatThrownBy(() -> writer(clock).write(id, head -> Movies.heat()))
        .isInstanceOf(ClockSkewException.class)
        .hasMessageContaining(millis < 0 ? "behind" : "ahead of");
    assertThat(LEDGER.read(id).version()).isZero();
    assertThat(clock.healthCheck().execute().isHealthy()).isFalse();
  }

  @Test
  void versionsGrowFromOneInTheFuture() {
    UUID id = UUID.randomUUID();
    Clock nextYear = Clock.offset(Clock.systemUTC(), Duration.ofDays(365));
    long future = writer(nextYear).write(id, head -> Movies.heat()).head().version();

    long next =
        writer(clock(Duration.ZERO))
            .write(id, head -> Movies.withTitle(Movies.heat(), "Heat 2"))
            .head()
            .version();

    assertThat(next).isEqualTo(future + 1);
  }

  private static ClusterClock clock(Duration offset) {
    return new ClusterClock(
        SESSION, Clock.offset(Clock.systemUTC(), offset), Duration.ofSeconds(2));
  }

  private static MovieWriter writer(Clock clock) {
    return new MovieWriter(
        LEDGER,
        new Projection(SESSION, 32 << 10, TestCassandra.costs()),
        TestCassandra.catalog(SESSION),
        clock,
        Runnable::run,
        step -> {});
  }
}
