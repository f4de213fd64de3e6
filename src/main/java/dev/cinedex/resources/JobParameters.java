package dev.cinedex.resources;

import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.jobs.JobState;
import dev.cinedex.text.EnumText;
import dev.cinedex.verification.RowState;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The parameters of lists of jobs and of what they found.
 *
 * @param table empty for all
 * @param state of the jobs, or of the rows that were found; empty for all
 * @param limit the most items of the answer
 */
record JobParameters(String table, String state, long limit) {
  private static final int JOBS = 20;
  private static final int MOST_JOBS = 200;
  private static final int MOST_FINDINGS = 10_000;

  static JobParameters ofJobs(Map<String, String> given) {
    return new JobParameters(
        given.getOrDefault("table", ""),
        state(JobState.class, given),
        limit(given, JOBS, MOST_JOBS));
  }

  static JobParameters ofFindings(Map<String, String> given) {
    return new JobParameters(
        "", state(RowState.class, given), limit(given, Long.MAX_VALUE, MOST_FINDINGS));
  }

  /** Returns whether a job counts. */
  boolean isWanted(String tableOfJob, JobState stateOfJob) {
    return (table.isEmpty() || table.equals(tableOfJob))
        && (state.isEmpty() || state.equals(stateOfJob.text()));
  }

  private static <E extends Enum<E>> String state(Class<E> type, Map<String, String> given) {
    String state = given.getOrDefault("state", "");
    if (!state.isEmpty() && EnumText.parse(type, state).isEmpty()) {
      String allowed =
          Arrays.stream(type.getEnumConstants())
              .map(EnumText::of)
              .collect(Collectors.joining(", "));
      throw invalid("state: '%s' is not one of %s".formatted(state, allowed));
    }
    return state;
  }

  private static long limit(Map<String, String> given, long usual, int most) {
    String limit = given.get("limit");
    if (limit == null) {
      return usual;
    }
    if (!limit.matches("[1-9][0-9]{0,5}") || Integer.parseInt(limit) > most) {
      throw invalid("limit: must be a whole number from 1 to " + most);
    }
    return Integer.parseInt(limit);
  }

  private static ProblemException invalid(String detail) {
    return new ProblemException(ProblemKind.INVALID_PARAMETER, detail);
  }
}
