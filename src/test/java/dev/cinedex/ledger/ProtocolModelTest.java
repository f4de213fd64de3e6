package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever happens to writers and their statements, the tables converge; and each cure is needed. A
 * failure names its seed: {@code -Dmodel.seed=…} replays that schedule. {@code -Pthorough} runs
 * many schedules, {@code -Dmodel.schedules=…} of them.
 */
class ProtocolModelTest {
  private static final int FEW = 2_000;
  private static final int SOME = 20_000;
  private static final int MANY = Integer.getInteger("model.schedules", 20_000);
  private static final List<LookupTable> TABLES = Tables.shipped();

  @Test
  void everyScheduleConverges() {
    Long replayed = Long.getLong("model.seed");
    if (replayed != null) {
      assertThat(ProtocolModel.converges(replayed, Set.of(), TABLES)).isTrue();
      return;
    }
    assertAllConverge(FEW);
  }

  @ThoroughTest
  void everyOneOfManySchedulesConverges() {
    assertAllConverge(MANY);
  }

  private static void assertAllConverge(int schedules) {
    long first = new Random().nextLong() >>> 1;
    assertThat(diverging(first, schedules, Set.of()))
        .as("seeds whose schedule does not converge (replay one with -Dmodel.seed)")
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Cure.class)
  void withoutAnyOneCureSomeScheduleDiverges(Cure leftOut) {
    int schedules = 0;
    long[] diverging = {};
    while (diverging.length == 0 && schedules < SOME) {
      diverging = diverging(1 + schedules, FEW, Set.of(leftOut));
      schedules += FEW;
    }

    System.out.printf("Without %s %d of %d diverge%n", leftOut, diverging.length, schedules);
    assertThat(diverging).isNotEmpty();
  }

  @Test
  void aSeedReplaysItsSchedule() {
    assertThat(diverging(1, FEW, Set.of(Cure.HELP)))
        .isEqualTo(diverging(1, FEW, Set.of(Cure.HELP)));
  }

  private static long[] diverging(long first, int schedules, Set<Cure> leftOut) {
    return LongStream.range(first, first + schedules)
        .parallel()
        .filter(seed -> !ProtocolModel.converges(seed, leftOut, TABLES))
        .toArray();
  }
}
