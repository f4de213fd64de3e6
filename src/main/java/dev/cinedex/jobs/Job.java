package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.cinedex.cassandra.TokenRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Work on a lookup table, as it is stored: any instance can continue it.
 *
 * @param id a timeuuid, which has the time of the beginning
 * @param message why the job failed, or what it waits for; null if neither
 * @param owner the instance that leads the job; null while none does
 * @param workers the instances that take slices of it
 * @param finishedAt null until the job is finished
 * @param pace the time from one finished range to the next, recently; null if unknown
 */
public record Job(
    UUID id,
    String table,
    JobKind kind,
    JobOptions options,
    JobState state,
    @Nullable String message,
    @Nullable String owner,
    Set<String> workers,
    @Nullable Instant finishedAt,
    JobProgress done,
    @Nullable Duration pace) {

  /** What a job on several tables has in the place of a table's name; no table has this name. */
  static final String SEVERAL_TABLES = "*";

  /** Returns whether the job is on all tables that there were when it began. */
  public boolean isOnSeveralTables() {
    return table.equals(SEVERAL_TABLES);
  }

  /** Returns the name of the table for a reader, or that there are several. */
  public String tableTitle() {
    return isOnSeveralTables() ? "several tables" : table;
  }

  public Instant began() {
    return Instant.ofEpochMilli(Uuids.unixTimestamp(id));
  }

  /**
   * Returns the token range of a slice. After an interruption, unfinished slices are processed
   * again.
   */
  TokenRange range(int slice) {
    return TokenRange.part(slice % options.ranges(), options.ranges());
  }

  /** Returns the index of the table of a slice, in the phases that read tables. */
  int table(int slice) {
    return slice / options.ranges();
  }

  /** Returns the number of slices of a phase. */
  int slices(String phase) {
    return options.ranges() * (PhaseNames.readsTables(phase) ? tables().size() : 1);
  }

  /** Returns the names of the job's tables: the slices of a phase are in this order. */
  List<String> tables() {
    return options.tables().isEmpty() ? List.of(table) : options.tables();
  }

  /** Returns the number of slices of all phases. */
  public long ranges() {
    return kind.phases(options).stream().mapToInt(this::slices).sum();
  }

  /** Returns whether no instance works on the job. */
  boolean isIdle() {
    return owner == null && workers.isEmpty();
  }

  /** Returns whether the job repairs the rows that it finds. */
  boolean repairs() {
    return kind.repairs(options);
  }

  /** Estimates the time until a running job is finished; null if that is unknown. */
  public @Nullable Duration timeLeft() {
    return pace == null || state != JobState.RUNNING
        ? null
        : pace.multipliedBy(ranges() - done.ranges());
  }
}
