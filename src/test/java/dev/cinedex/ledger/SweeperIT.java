package dev.cinedex.ledger;

import static dev.cinedex.ledger.Crashes.writeAndCrashAfter;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.cinedex.cassandra.ClockSkewException;
import dev.cinedex.cassandra.ClusterClock;
import dev.cinedex.cassandra.KnownSchema;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The sweeper finishes what writers that died have left, by the notes of their claims. */
class SweeperIT {
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final CqlSession SESSION = TestCassandra.newSession(TABLES);
  private static final TestInstance INSTANCE = TestInstance.on(SESSION);
  private static final Ledger LEDGER = INSTANCE.ledger();
  private static final Sweeper SWEEPER = INSTANCE.sweeper(Clock.systemUTC(), Duration.ZERO);

  private final UUID id = UUID.randomUUID();

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void aClaimThatFollowsTheSweepOfItsNoteIsFoundAgain() {
    TestInstance sweptMeanwhile = INSTANCE.after(WriteStep.NOTE, SWEEPER::sweep);
    writeAndCrashAfter(sweptMeanwhile, WriteStep.CLAIM, id, Movies.heat());

    assertThat(SWEEPER.sweep()).isEqualTo(1);

    InStep.assertInStep(SESSION, TABLES, id);
    assertThat(InStep.notedMovies(SESSION)).doesNotContain(id);
  }

  @Test
  void aMovieThatCannotBeSettledDelaysNoOtherShard() {
    UUID stuck = UUID.randomUUID();
    UUID next = UUID.randomUUID();
    writeAndCrashAfter(INSTANCE, WriteStep.CLAIM, stuck, Movies.heat());
    int shard = shard(requireNonNull(LEDGER.read(stuck).claimId()));
    await().until(() -> shard(Note.claimId(Instant.now())) != shard);
    writeAndCrashAfter(INSTANCE, WriteStep.CLAIM, next, Movies.heat());
    TestSession session = new TestSession(SESSION);
    session.fail(node -> new DriverTimeoutException("never")).always().whenQueryHas(stuck);
    Sweeper sweeper = INSTANCE.through(session).sweeper(Clock.systemUTC(), Duration.ZERO);

    for (int pass = 0; pass < 2; pass++) {
      assertThatThrownBy(sweeper::sweep).isInstanceOf(DriverTimeoutException.class);
    }

    InStep.assertInStep(SESSION, TABLES, next);
    SWEEPER.sweep();
    InStep.assertInStep(SESSION, TABLES, stuck);
  }

  private static int shard(UUID claimId) {
    return Note.of(UUID.randomUUID(), claimId).shard();
  }

  @Test
  void aSweeperWhoseClockIsWrongSweepsNothing() {
    writeAndCrashAfter(INSTANCE, WriteStep.CLAIM, id, Movies.heat());
    Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    Clock checked = new ClusterClock(SESSION, ahead, Duration.ofSeconds(2));

    assertThatThrownBy(() -> INSTANCE.sweeper(checked, Duration.ZERO).sweep())
        .isInstanceOf(ClockSkewException.class);

    assertThat(LEDGER.read(id).settled()).isFalse();
    assertThat(SWEEPER.sweep()).isEqualTo(1);
  }

  @Nested
  class ANote {
    @Test
    void withoutAClaimIsRemovedInTheEnd() {
      writeAndCrashAfter(INSTANCE, WriteStep.NOTE, id, Movies.heat());

      SWEEPER.sweep();
      assertThat(InStep.notedMovies(SESSION)).contains(id);

      Clock later = Clock.fixed(Instant.now().plus(Notes.LATEST_CLAIM), ZoneOffset.UTC);
      sweepAt(later, Duration.ofSeconds(-1));
      assertThat(InStep.notedMovies(SESSION)).doesNotContain(id);
    }

    @Test
    void withinItsGraceIsLeftToItsWriter() {
      writeAndCrashAfter(INSTANCE, WriteStep.CLAIM, id, Movies.heat());

      assertThat(INSTANCE.sweeper(Clock.systemUTC(), Duration.ofSeconds(30)).sweep()).isZero();
      assertThat(LEDGER.read(id).settled()).isFalse();

      Clock later = Clock.fixed(Instant.now().plusSeconds(31), ZoneOffset.UTC);
      assertThat(sweepAt(later, Duration.ofSeconds(30))).isEqualTo(1);
      InStep.assertInStep(SESSION, TABLES, id);
    }

    @Test
    void isFoundByASweeperThatStartsAnHourLater() {
      SWEEPER.sweep();
      writeAndCrashAfter(INSTANCE, WriteStep.CLAIM, id, Movies.heat());

      Clock later = Clock.fixed(Instant.now().plus(Duration.ofMinutes(61)), ZoneOffset.UTC);
      assertThat(sweepAt(later, Duration.ofSeconds(30))).isEqualTo(1);

      InStep.assertInStep(SESSION, TABLES, id);
    }

    /** Whole files expire at once: reading would stop at single tombstones for days. */
    @Test
    void expiresWhereTheSweeperNoLongerLooks() {
      Map<CqlIdentifier, Object> options =
          KnownSchema.table(SESSION, "unsettled_movies").orElseThrow().getOptions();

      assertThat(options)
          .containsEntry(
              CqlIdentifier.fromCql("default_time_to_live"), (int) Notes.KEPT.toSeconds());
      assertThat(String.valueOf(options.get(CqlIdentifier.fromCql("compaction"))))
          .contains("TimeWindowCompactionStrategy");
    }
  }

  /** Sweeps in the future, and forgets it: the next test needs the notes of now. */
  private static long sweepAt(Clock later, Duration grace) {
    try {
      return INSTANCE.sweeper(later, grace).sweep();
    } finally {
      SESSION.execute("TRUNCATE sweeper_progress");
    }
  }
}
