package dev.cinedex.instance;

import dev.cinedex.catalog.VerifiedTable;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobState;
import dev.cinedex.metrics.Metrics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of lookup tables and of the jobs on them. All instances have the same, because they
 * come from what is stored. Without an open instance there are none.
 */
public record TableGauges(ServiceInstance service) {
  public void register(Metrics metrics) {
    metrics.gauge(
        "cinedex_lookup_verified_timestamp_seconds",
        "When the last job began that compared all of the table and left no difference, in seconds since the epoch; 0 if none did",
        List.of("table"),
        () -> byTable(table -> table.verifiedAt().toEpochMilli() / 1e3));
    metrics.gauge(
        "cinedex_lookup_gc_grace_seconds",
        "How long the table keeps its tombstones: it has to be verified more often",
        List.of("table"),
        () -> byTable(table -> table.gcGrace().toSeconds()));
    metrics.gauge(
        "cinedex_jobs",
        "Tables whose last job is in this state",
        List.of("state"),
        () -> ofInstance(TableGauges::byState));
    metrics.gauge(
        "cinedex_job_progress_ratio",
        "Finished part of the job, from 0 to 1, while it is running or paused",
        List.of("table", "kind", "state"),
        () -> ofInstance(TableGauges::progress));
  }

  private Map<List<String>, Double> byTable(ToDoubleFunction<VerifiedTable> value) {
    return ofInstance(
        instance -> {
          Map<List<String>, Double> values = new HashMap<>();
          for (VerifiedTable table : instance.catalog().verifiedTables()) {
            values.put(List.of(table.name()), value.applyAsDouble(table));
          }
          return values;
        });
  }

  private Map<List<String>, Double> ofInstance(
      Function<Instance, Map<List<String>, Double>> values) {
    return service.instance().map(values).orElse(Map.of());
  }

  private static Map<List<String>, Double> byState(Instance instance) {
    Map<List<String>, Double> values = new HashMap<>();
    for (JobState state : JobState.values()) {
      values.put(List.of(state.text()), 0.0);
    }
    for (Job job : instance.lastJobs()) {
      values.merge(List.of(job.state().text()), 1.0, Double::sum);
    }
    return values;
  }

  private static Map<List<String>, Double> progress(Instance instance) {
    Map<List<String>, Double> values = new HashMap<>();
    for (Job job : instance.lastJobs()) {
      if (!job.state().isFinal()) {
        long ranges = Math.max(1, job.ranges()); // a drop has none
        values.put(
            List.of(job.table(), job.kind().text(), job.state().text()),
            (double) job.done().ranges() / ranges);
      }
    }
    return values;
  }
}
