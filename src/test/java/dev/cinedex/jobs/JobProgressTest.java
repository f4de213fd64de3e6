package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.verification.RowState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How far a job is, and how fast. */
class JobProgressTest {
  private static final UUID ID = UUID.randomUUID();
  private static final long SECOND = 1_000_000;

  @Test
  void theProgressOfAJobIsTheSumOfItsFinishedRanges() {
    JobProgress sum =
        JobProgress.sum(
            List.of(
                new FinishedRange(ID, "backfill", 0, 10, 20, 0, 0, 0, 0, Set.of(), 1L),
                new FinishedRange(ID, "from_ledger", 0, 100, 0, 3, 2, 0, 4, Set.of(), 2L),
                new FinishedRange(ID, "from_table", 255, 1000, 0, 0, 0, 5, 1, Set.of(), 3L)));

    assertThat(sum).isEqualTo(new JobProgress(3, 1110, 20, 3, 2, 5, 5));
    assertThat(sum.drift()).isEqualTo(10);
    assertThat(sum.left()).isEqualTo(5);
    assertThat(JobProgress.sum(List.of())).isEqualTo(JobProgress.NONE);
  }

  @Test
  void aRowOfSeveralSlicesCountsAsThem() {
    FinishedRange three =
        new FinishedRange(ID, "ledger_hashes", 4, 10, 0, 0, 0, 0, 0, Set.of(4, 7, 9), 1L);

    assertThat(JobProgress.sum(List.of(three)).ranges()).isEqualTo(3);
    assertThat(Pace.average(1_000, List.of(3_000_000L, 7_000_000L), 3))
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(Pace.average(1_000, List.of(), 0)).isNull();
  }

  @Test
  void findingsAreCountedByTheirStates() {
    assertThat(JobProgress.ofFindings(7, Map.of(RowState.MISSING, 1L, RowState.ORPHANED, 2L), 3))
        .isEqualTo(new JobProgress(1, 7, 0, 1, 0, 2, 3));
  }

  @Test
  void thePaceIsUnknownBeforeThreeRangesAreFinished() {
    assertThat(Pace.perRange(List.of())).isEmpty();
    assertThat(Pace.perRange(List.of(1 * SECOND, 2 * SECOND))).isEmpty();
  }

  @Test
  void theLongestGapDoesNotCount() {
    assertThat(Pace.perRange(List.of(3603 * SECOND, 1 * SECOND, 3 * SECOND)))
        .contains(Duration.ofSeconds(2));
  }

  @Test
  void onlyTheLastRangesCount() {
    List<Long> finished = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      finished.add(100L * i * SECOND);
    }
    for (int i = 1; i <= 32; i++) {
      finished.add(9_900 * SECOND + i * SECOND);
    }

    assertThat(Pace.perRange(finished)).contains(Duration.ofSeconds(1));
  }

  @Test
  void theTimeLeftFollowsFromThePaceWhileTheJobRuns() {
    JobProgress done = JobProgress.NONE.plus(new JobProgress(500, 0, 0, 0, 0, 0, 0));

    assertThat(job(JobState.RUNNING, done).ranges()).isEqualTo(1024);
    assertThat(job(JobState.RUNNING, done).timeLeft()).isEqualTo(Duration.ofSeconds(1048));
    assertThat(job(JobState.PAUSED, done).timeLeft()).isNull();
  }

  private static Job job(JobState state, JobProgress done) {
    return new Job(
        ID,
        "movies_by_actor",
        JobKinds.named("verify"),
        JobOptions.PLAIN,
        state,
        null,
        null,
        Set.of(),
        null,
        done,
        Duration.ofSeconds(2));
  }
}
