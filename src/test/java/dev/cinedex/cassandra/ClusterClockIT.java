package dev.cinedex.cassandra;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.cinedex.TestClock;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.CapturedLog;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterClockIT {
  private static final CqlSession SESSION = TestCassandra.newSession(Tables.shipped());
  private static final TestInstance INSTANCE = TestInstance.on(SESSION);
  private static final Ledger LEDGER = INSTANCE.ledger();

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void aClockInStepWithTheClusterTellsTheTime() {
    ClusterClock clock = clock(Duration.ZERO);

    assertThat(clock.instant()).isBetween(Instant.now().minusSeconds(1), Instant.now());
    assertThat(clock.healthCheck().execute().isHealthy()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {-5_000, 5_000, 3_600_000})
  void aClockThatIsOffWritesNothingAndSaysSo(long millis) {
    ClusterClock clock = clock(Duration.ofMillis(millis));
    UUID id = UUID.randomUUID();

    assertThatThrownBy(() -> writer(clock).write(id, head -> Decision.write(Movies.heat())))
        .isInstanceOf(ClockSkewException.class)
        .hasMessageContaining(millis < 0 ? "behind" : "ahead of");
    assertThat(LEDGER.read(id).version()).isZero();
    assertThat(clock.healthCheck().execute().isHealthy()).isFalse();
  }

  @Test
  void aClockThatJumpsIsDistrustedUntilItIsRight() {
    TestClock local = new TestClock();
    ClusterClock clock = new ClusterClock(SESSION, local, Duration.ofSeconds(2));
    assertThat(clock.healthCheck().execute().isHealthy()).isTrue();

    local.set(Duration.ofHours(1));
    assertThatThrownBy(clock::instant)
        .isInstanceOf(ClockSkewException.class)
        .hasMessageContaining("ahead of");
    assertThat(clock.healthCheck().execute().isHealthy()).isFalse();

    local.set(Duration.ZERO);
    assertThat(clock.instant()).isBetween(Instant.now().minusSeconds(1), Instant.now());
    assertThat(clock.healthCheck().execute().isHealthy()).isTrue();
  }

  @Test
  void aClockThatNoNodeConfirmsWritesNothing() {
    TestSession session = new TestSession(SESSION);
    ClusterClock clock = new ClusterClock(session, Clock.systemUTC(), Duration.ofSeconds(2));
    for (Node node : SESSION.getMetadata().getNodes().values()) {
      session.fail(asked -> timeout(node)).whenQueryStartsWith("SELECT toUnixTimestamp");
    }

    assertThatThrownBy(clock::instant)
        .isInstanceOf(ClockSkewException.class)
        .hasMessageContaining("could not be compared");

    assertThat(clock.instant()).isBeforeOrEqualTo(Instant.now());
  }

  @Test
  void aVersionInTheFutureIsReportedAndExceeded() {
    UUID id = UUID.randomUUID();
    Clock nextYear = Clock.offset(Clock.systemUTC(), Duration.ofDays(365));
    long future =
        writer(nextYear).write(id, head -> Decision.write(Movies.heat())).head().version();

    try (CapturedLog log = new CapturedLog(EntityWriter.class)) {
      long next =
          writer(clock(Duration.ZERO))
              .write(id, head -> Decision.write(Movies.with(Movies.heat()).title("Heat 2").state()))
              .head()
              .version();

      assertThat(next).isEqualTo(future + 1);
      assertThat(log.messages()).anyMatch(line -> line.contains(id + " is at version " + future));
    }
  }

  /** Else the notes of a clock that was wrong for a while would be in the future, too. */
  @Test
  void aClaimIsDatedByItsWritersClock() {
    UUID id = UUID.randomUUID();
    TestClock clock = new TestClock();
    EntityWriter writer = writer(clock);

    for (Duration ahead : List.of(Duration.ofHours(1), Duration.ZERO)) {
      clock.set(ahead);
      writer.write(
          id,
          head -> Decision.write(Movies.with(Movies.heat()).synopsis(ahead.toString()).state()));

      assertThat(
              Instant.ofEpochMilli(Uuids.unixTimestamp(requireNonNull(LEDGER.read(id).claimId()))))
          .isCloseTo(clock.instant(), within(10, ChronoUnit.SECONDS));
    }
  }

  private static DriverException timeout(Node node) {
    return new ReadTimeoutException(node, DefaultConsistencyLevel.ONE, 0, 1, false);
  }

  private static ClusterClock clock(Duration offset) {
    return new ClusterClock(
        SESSION, Clock.offset(Clock.systemUTC(), offset), Duration.ofSeconds(2));
  }

  private static EntityWriter writer(Clock clock) {
    return INSTANCE.clock(clock).writer();
  }
}
