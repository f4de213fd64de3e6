package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobKinds;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.JobProgress;
import dev.cinedex.jobs.JobState;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The lines that a command prints while its job runs, where there is no terminal. */
class JobProgressPrinterTest {
  @Test
  void aRunningJobTellsHowFarItIsAndHowLongItTakes() {
    assertThat(JobProgressPrinter.line(job(JobState.RUNNING, null, Duration.ofSeconds(2))))
        .isEqualTo("running: 12 of 1024 slices, 345 rows read, 2024 s left");
  }

  @Test
  void aJobWhosePaceIsUnknownTellsNoTime() {
    assertThat(JobProgressPrinter.line(job(JobState.RUNNING, null, null)))
        .isEqualTo("running: 12 of 1024 slices, 345 rows read");
  }

  @Test
  void aJobThatWaitsSaysWhy() {
    assertThat(JobProgressPrinter.line(job(JobState.RUNNING, "Cassandra is slow", null)))
        .endsWith("345 rows read; Cassandra is slow");
  }

  @Test
  void aPausedJobSaysHowToResumeIt() {
    assertThat(JobProgressPrinter.line(job(JobState.PAUSED, null, Duration.ofSeconds(2))))
        .isEqualTo("paused: 12 of 1024 slices, 345 rows read; 'lookups resume' resumes it");
  }

  private static Job job(JobState state, @Nullable String message, @Nullable Duration pace) {
    return new Job(
        UUID.randomUUID(),
        "movies_by_actor",
        JobKinds.named("verify"),
        JobOptions.PLAIN,
        state,
        message,
        null,
        Set.of(),
        null,
        new JobProgress(12, 345, 0, 0, 0, 0, 0),
        pace);
  }
}
