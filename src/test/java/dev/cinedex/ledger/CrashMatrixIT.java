package dev.cinedex.ledger;

import static dev.cinedex.ledger.Crashes.writeAndCrashAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.TestClock;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of change × a crash after each step × every way of recovery: a selection by default,
 * in which each two of them meet, and all with {@code -Pthorough}.
 */
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

  private static final List<WriteStep> STEPS =
      Stream.of(WriteStep.values()).filter(step -> step != WriteStep.HELP).toList();
  private static final List<Recovery> RECOVERIES = List.of(Recovery.values());

  /** The states before a change, and the one after it. */
  private record Kind(
      String name,
      @Nullable EntityState first,
      @Nullable EntityState before,
      @Nullable EntityState after) {
    @Override
    public String toString() {
      return name;
    }
  }

  private enum Recovery {
    NEXT_WRITE,
    SWEEPER,
    SETTLE
  }

  private record Crash(Kind kind, WriteStep lastStep, Recovery recovery) {
    /** Tells a third of the crashes: all pairs of two of their properties are among them. */
    boolean isSelected() {
      int number = KINDS.indexOf(kind) + STEPS.indexOf(lastStep) + RECOVERIES.indexOf(recovery);
      return number % RECOVERIES.size() == 0;
    }
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  static Stream<Crash> selection() {
    return matrix().filter(Crash::isSelected);
  }

  static Stream<Crash> others() {
    return matrix().filter(crash -> !crash.isSelected());
  }

  private static Stream<Crash> matrix() {
    return KINDS.stream().flatMap(kind -> STEPS.stream().flatMap(step -> crashes(kind, step)));
  }

  private static Stream<Crash> crashes(Kind kind, WriteStep step) {
    return RECOVERIES.stream().map(recovery -> new Crash(kind, step, recovery));
  }

  @ParameterizedTest
  @MethodSource("selection")
  void aCrashLeavesNoRowBehind(Crash crash) {
    assertLeavesNoRowBehind(crash);
  }

  @ParameterizedTest
  @MethodSource("others")
  @Tag("thorough")
  void noOtherCrashLeavesARowBehind(Crash crash) {
    assertLeavesNoRowBehind(crash);
  }

  private static void assertLeavesNoRowBehind(Crash crash) {
    Kind kind = crash.kind;
    UUID id = UUID.randomUUID();
    for (EntityState state : new EntityState[] {kind.first, kind.before}) {
      WRITER.write(id, head -> Decision.write(state));
      // Otherwise the crash would hit the help for this write.
      Awaitility.await().until(() -> LEDGER.read(id).settled());
    }

    writeAndCrashAfter(INSTANCE, crash.lastStep, id, kind.after);
    boolean claimed = crash.lastStep.compareTo(WriteStep.CLAIM) >= 0;
    assertThat(LEDGER.read(id).state()).isEqualTo(claimed ? kind.after : kind.before);
    switch (crash.recovery) {
      case NEXT_WRITE ->
          WRITER.write(
              id, head -> Decision.write(Movies.with(Movies.heat()).title("Next").state()));
      case SWEEPER -> SWEEPER.sweep();
      case SETTLE -> WRITER.settle(id);
    }

    InStep.assertInStep(SESSION, TABLES, id);
    if (crash.recovery != Recovery.NEXT_WRITE) {
      assertThat(LEDGER.read(id).state()).isEqualTo(claimed ? kind.after : kind.before);
    }
    if (crash.recovery == Recovery.SWEEPER && crash.lastStep != WriteStep.NOTE) {
      assertThat(InStep.notedMovies(SESSION)).doesNotContain(id);
    }
  }

  @Test
  void aCrashAfterHelpingLeavesNothingBehind() {
    UUID id = UUID.randomUUID();
    writeAndCrashAfter(INSTANCE, WriteStep.CLAIM, id, Movies.heat());
    writeAndCrashAfter(
        INSTANCE, WriteStep.HELP, id, Movies.with(Movies.heat()).title("Heat 2").state());

    SWEEPER.sweep();

    InStep.assertInStep(SESSION, TABLES, id);
    assertThat(LEDGER.read(id).state()).isEqualTo(Movies.heat());
  }

  @Test
  void aWriterThatWasPausedForLongClaimsNothing() {
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
}
