package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.cinedex.TestClock;
import dev.cinedex.cassandra.ClockSkewException;
import dev.cinedex.cassandra.ClusterClock;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.Buckets;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of change × a crash after each step × every way of recovery. */
class CrashMatrixIT {
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final CqlSession SESSION = TestCassandra.newSession(TABLES);
  private static final TestInstance INSTANCE = TestInstance.on(SESSION);
  private static final Ledger LEDGER = INSTANCE.ledger();
  private static final EntityWriter WRITER = INSTANCE.writer();
  private static final Sweeper SWEEPER = INSTANCE.sweeper(Clock.systemUTC(), Duration.ZERO);

  private static final List<Kind> KINDS =
      List.of(
          new Kind("create", null, null, Movies.heat()),
          new Kind(
              "recast",
              null,
              Movies.heat(),
              Movies.with(Movies.heat()).actors("Jon Voight").state()),
          new Kind(
              "rename", null, Movies.heat(), Movies.with(Movies.heat()).title("Heat 2").state()),
          new Kind(
              "other genre",
              null,
              Movies.heat(),
              Movies.with(Movies.heat()).genres("Drama").state()),
          new Kind("delete", null, Movies.heat(), null),
          new Kind("re-create", Movies.heat(), null, Movies.heat())); // where its tombstones are

  /** The states before a change, and the one after it. */
  private record Kind(
      String name,
      @Nullable EntityState first,
      @Nullable EntityState before,
      @Nullable EntityState after) {}

  private enum Recovery {
    NEXT_WRITE,
    SWEEPER,
    SETTLE
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  static Stream<Arguments> matrix() {
    return KINDS.stream()
        .flatMap(
            kind ->
                Stream.of(WriteStep.values())
                    .filter(step -> step != WriteStep.HELP)
                    .flatMap(
                        step ->
                            Stream.of(Recovery.values())
                                .map(recovery -> Arguments.of(kind, step, recovery))));
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void noCrashLeavesARowBehind(Kind kind, WriteStep lastStep, Recovery recovery) {
    UUID id = UUID.randomUUID();
    for (EntityState state : new EntityState[] {kind.first, kind.before}) {
      WRITER.write(id, head -> Decision.write(state));
      // Else the crash would hit the help for this write.
      Awaitility.await().until(() -> LEDGER.read(id).settled());
    }

    writeAndCrashAfter(lastStep, id, kind.after);
    boolean claimed = lastStep.compareTo(WriteStep.CLAIM) >= 0;
    assertThat(LEDGER.read(id).state()).isEqualTo(claimed ? kind.after : kind.before);
    switch (recovery) {
      case NEXT_WRITE ->
          WRITER.write(
              id, head -> Decision.write(Movies.with(Movies.heat()).title("Next").state()));
      case SWEEPER -> SWEEPER.sweep();
      case SETTLE -> WRITER.settle(id);
    }

    InStep.assertInStep(SESSION, TABLES, id);
    if (recovery != Recovery.NEXT_WRITE) {
      assertThat(LEDGER.read(id).state()).isEqualTo(claimed ? kind.after : kind.before);
    }
    if (recovery == Recovery.SWEEPER && lastStep != WriteStep.NOTE) {
      assertThat(InStep.notedMovies(SESSION)).doesNotContain(id);
    }
  }

  @Test
  void aClaimThatComesAfterTheSweeperHasSeenItsNoteIsFoundAgain() {
    UUID id = UUID.randomUUID();
    TestInstance sweptMeanwhile = INSTANCE.after(WriteStep.NOTE, SWEEPER::sweep);
    writeAndCrashAfter(WriteStep.CLAIM, id, Movies.heat(), sweptMeanwhile);

    assertThat(SWEEPER.sweep()).isEqualTo(1);

    InStep.assertInStep(SESSION, TABLES, id);
    assertThat(InStep.notedMovies(SESSION)).doesNotContain(id);
  }

  @Test
  void aWriterThatStoodStillClaimsNoMore() {
    UUID id = UUID.randomUUID();
    TestClock clock = new TestClock();
    EntityWriter writer =
        INSTANCE
            .clock(clock)
            .after(WriteStep.NOTE, () -> clock.set(Duration.ofMinutes(2)))
            .writer();

    assertThatThrownBy(() -> writer.write(id, head -> Decision.write(Movies.heat())))
        .hasMessageContaining("Nothing was written");

    assertThat(LEDGER.read(id).version()).isZero();
  }

  @Test
  void aMovieThatCannotBeSettledDelaysNoOtherShard() {
    UUID stuck = idIn(10);
    UUID next = idIn(11);
    writeAndCrashAfter(WriteStep.CLAIM, stuck, Movies.heat());
    writeAndCrashAfter(WriteStep.CLAIM, next, Movies.heat());
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

  private static UUID idIn(int shard) {
    return Stream.generate(UUID::randomUUID)
        .filter(id -> Buckets.of(id, Note.SHARDS) == shard)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aCrashAfterHelpingLeavesNothingBehind() {
    UUID id = UUID.randomUUID();
    writeAndCrashAfter(WriteStep.CLAIM, id, Movies.heat());
    writeAndCrashAfter(WriteStep.HELP, id, Movies.with(Movies.heat()).title("Heat 2").state());

    SWEEPER.sweep();

    InStep.assertInStep(SESSION, TABLES, id);
    assertThat(LEDGER.read(id).state()).isEqualTo(Movies.heat());
  }

  @Test
  void aSweeperWhoseClockIsWrongSweepsNothing() {
    UUID id = UUID.randomUUID();
    writeAndCrashAfter(WriteStep.CLAIM, id, Movies.heat());
    Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    Clock checked = new ClusterClock(SESSION, ahead, Duration.ofSeconds(2));

    assertThatThrownBy(() -> INSTANCE.sweeper(checked, Duration.ZERO).sweep())
        .isInstanceOf(ClockSkewException.class);

    assertThat(LEDGER.read(id).settled()).isFalse();
    assertThat(SWEEPER.sweep()).isEqualTo(1);
  }

  @Test
  void aNoteWhoseClaimNeverCameIsRemovedInTheEnd() {
    UUID id = UUID.randomUUID();
    writeAndCrashAfter(WriteStep.NOTE, id, Movies.heat());

    SWEEPER.sweep();
    assertThat(InStep.notedMovies(SESSION)).contains(id);

    Clock later = Clock.fixed(Instant.now().plus(Notes.LATEST_CLAIM), ZoneOffset.UTC);
    sweepAt(later, Duration.ofSeconds(-1));
    assertThat(InStep.notedMovies(SESSION)).doesNotContain(id);
  }

  @Test
  void aNoteWithinItsGraceIsLeftToItsWriter() {
    UUID id = UUID.randomUUID();
    writeAndCrashAfter(WriteStep.CLAIM, id, Movies.heat());

    assertThat(INSTANCE.sweeper(Clock.systemUTC(), Duration.ofSeconds(30)).sweep()).isZero();
    assertThat(LEDGER.read(id).settled()).isFalse();

    Clock later = Clock.fixed(Instant.now().plusSeconds(31), ZoneOffset.UTC);
    assertThat(sweepAt(later, Duration.ofSeconds(30))).isEqualTo(1);
    InStep.assertInStep(SESSION, TABLES, id);
  }

  @Test
  void aSweeperThatStartsHoursLaterFindsTheNotes() {
    UUID id = UUID.randomUUID();
    SWEEPER.sweep();
    writeAndCrashAfter(WriteStep.CLAIM, id, Movies.heat());

    Clock later = Clock.fixed(Instant.now().plus(Duration.ofHours(2)), ZoneOffset.UTC);
    assertThat(sweepAt(later, Duration.ofSeconds(30))).isEqualTo(1);

    InStep.assertInStep(SESSION, TABLES, id);
  }

  /** Whole files of them: what is deleted one by one would be read through for days. */
  @Test
  void notesExpireWhereTheSweeperNoLongerLooks() {
    Map<CqlIdentifier, Object> options =
        SESSION
            .getMetadata()
            .getKeyspace(SESSION.getKeyspace().orElseThrow())
            .flatMap(keyspace -> keyspace.getTable("unsettled_movies"))
            .orElseThrow()
            .getOptions();

    assertThat(options)
        .containsEntry(CqlIdentifier.fromCql("default_time_to_live"), (int) Notes.KEPT.toSeconds());
    assertThat(String.valueOf(options.get(CqlIdentifier.fromCql("compaction"))))
        .contains("TimeWindowCompactionStrategy");
  }

  private static void writeAndCrashAfter(WriteStep last, UUID id, @Nullable EntityState movie) {
    writeAndCrashAfter(last, id, movie, INSTANCE);
  }

  /** The writer stops for ever: like one that died, it does not even clean up. */
  private static void writeAndCrashAfter(
      WriteStep last, UUID id, @Nullable EntityState movie, TestInstance instance) {
    CountDownLatch crashed = new CountDownLatch(1);
    EntityWriter writer =
        instance
            .after(
                last,
                () -> {
                  crashed.countDown();
                  Uninterruptibles.awaitUninterruptibly(new CountDownLatch(1));
                })
            .writer();
    Thread thread =
        new Thread(() -> writer.write(id, head -> Decision.write(movie)), "crashes after " + last);
    thread.setDaemon(true);
    thread.start();
    assertThat(Uninterruptibles.awaitUninterruptibly(crashed, 30, TimeUnit.SECONDS)).isTrue();
  }

  /** In the future: what is swept by then must not be so for the next test. */
  private static long sweepAt(Clock later, Duration grace) {
    try {
      return INSTANCE.sweeper(later, grace).sweep();
    } finally {
      SESSION.execute("TRUNCATE sweeper_progress");
    }
  }
}
