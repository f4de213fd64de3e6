package dev.cinedex.overview;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.catalog.LiveInstance;
import dev.cinedex.resources.JobView;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The overview in JSON. What is not known is left out.
 *
 * @param instance the id of this process
 * @param embedded whether the node is the one for development
 * @param time since when the overview is as it is
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OverviewView(
    UUID instance,
    String version,
    boolean embedded,
    Instant time,
    CallerView caller,
    CassandraView cassandra,
    History.View history,
    @Nullable Unsettled unsettled,
    List<LiveInstance> instances,
    List<Table> tables,
    List<JobView> jobs,
    List<Advice> advice) {

  /** Returns the same overview for somebody. */
  OverviewView seenBy(CallerView other) {
    return new OverviewView(
        instance, version, embedded, time, other, cassandra, history, unsettled, instances, tables,
        jobs, advice);
  }

  /** Returns the same overview of another time. */
  OverviewView at(Instant other) {
    return new OverviewView(
        instance, version, embedded, other, caller, cassandra, history, unsettled, instances,
        tables, jobs, advice);
  }

  /**
   * Whoever asks.
   *
   * @param roles what the caller may do, the smallest role first
   */
  record CallerView(String name, List<String> roles) {}

  /**
   * The state of Cassandra.
   *
   * @param state {@code up}, {@code down}, or {@code starting} until it was reached for the first
   *     time
   * @param since when the state began
   * @param message why it cannot be used; null when it can
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CassandraView(
      String state,
      Instant since,
      @Nullable String message,
      String keyspace,
      @Nullable String version,
      @Nullable String datacenter,
      @Nullable String replication,
      @Nullable Integer nodes,
      @Nullable Integer nodesUp,
      @Nullable Long clockSkewMillis) {}

  /**
   * Movies whose lookup rows may not all be written.
   *
   * @param counted when they were counted
   * @param examples the oldest ones
   */
  record Unsettled(int movies, long oldestSeconds, Instant counted, List<Example> examples) {}

  /** A movie, and since when its rows may be incomplete. */
  record Example(UUID movieId, Instant since) {}

  /**
   * A lookup table, with what this instance's writes cost it and what its samples found.
   *
   * @param sampled the rows that were compared since the table was verified
   * @param verifiedAt when a verification of the whole table that left no difference began; null
   *     when there was none
   * @param lastJob null when there was none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Table(
      String name,
      String state,
      String maintenance,
      long writes,
      double rowsPerWrite,
      long maxRowsPerWrite,
      double bytesPerWrite,
      long sampled,
      long drifted,
      @Nullable Instant verifiedAt,
      @Nullable JobView lastJob) {}
}
