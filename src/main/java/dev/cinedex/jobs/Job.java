package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.cinedex.cassandra.TokenRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Work on a lookup table, as it is stored: any instance can continue it.
 *
 * @param id a timeuuid, which has the time of the beginning
 * @param message why the job failed, or what it waits for; null if neither
 * @param owner the instance that runs the job; null while none does
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
    @Nullable Instant finishedAt,
    JobProgress done,
    @Nullable Duration pace) {

  /**
   * The token ranges of a phase. After an interruption, unfinished ranges are processed again. Part
   * of the storage format: a finished range is stored as its index.
   */
  public static final List<TokenRange> RANGES = TokenRange.all(256);

  public Instant began() {
    return Instant.ofEpochMilli(Uuids.unixTimestamp(id));
  }

  /** Returns the number of token ranges of all phases. */
  public long ranges() {
    return (long) RANGES.size() * kind.phases(options).size();
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
