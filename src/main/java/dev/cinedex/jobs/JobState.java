package dev.cinedex.jobs;

import dev.cinedex.text.EnumText;
import java.util.List;

/** The states of a job. */
public enum JobState {
  /** An instance runs the job, or the next instance that has time will. */
  RUNNING,
  PAUSED,
  CANCELLED,
  DONE,
  FAILED;

  /**
   * Returns the states from which a user can put a job into this one.
   *
   * @return an empty list if only the job itself enters this state
   */
  List<JobState> from() {
    return switch (this) {
      case RUNNING -> List.of(PAUSED);
      case PAUSED -> List.of(RUNNING);
      case CANCELLED -> List.of(RUNNING, PAUSED);
      case DONE, FAILED -> List.of();
    };
  }

  public String text() {
    return EnumText.of(this);
  }

  public static JobState of(String text) {
    return EnumText.parse(JobState.class, text).orElseThrow();
  }

  public boolean isFinal() {
    return this == CANCELLED || this == DONE || this == FAILED;
  }
}
