package dev.cinedex.resources;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobProgress;
import dev.cinedex.jobs.Scope;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job in JSON.
 *
 * @param scope the rows that it is limited to; null for all
 * @param message why it failed, or what it waits for
 * @param slices the number of parts of the work that are done
 * @param ofSlices the number of all parts
 * @param secondsLeft an estimate from the pace of the last slices
 * @param read the number of movies read from the ledger, and of rows read from the table
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobView(
    UUID id,
    String table,
    String kind,
    boolean apply,
    int rowsPerSecond,
    boolean digest,
    @Nullable ScopeView scope,
    String state,
    @Nullable String message,
    Instant startedAt,
    @Nullable Instant finishedAt,
    long slices,
    long ofSlices,
    @Nullable Long secondsLeft,
    long read,
    long written,
    long missing,
    long stale,
    long orphaned,
    long mended) {

  /** The rows that a job looks at. */
  public record ScopeView(
      @Nullable UUID movieId, Map<String, String> key, @Nullable TokenRange tokens) {

    static @Nullable ScopeView of(Scope scope) {
      return scope.isAll() ? null : new ScopeView(scope.entityId(), scope.key(), scope.tokens());
    }
  }

  /** Returns a job as JSON shows it. */
  public static JobView of(Job job) {
    JobProgress done = job.done();
    return new JobView(
        job.id(),
        job.table(),
        job.kind().text(),
        job.options().apply(),
        job.options().rowsPerSecond(),
        job.options().digest(),
        ScopeView.of(job.options().scope()),
        job.state().text(),
        job.message(),
        job.began(),
        job.finishedAt(),
        done.ranges(),
        job.ranges(),
        job.timeLeft() == null ? null : job.timeLeft().toSeconds(),
        done.read(),
        done.written(),
        done.missing(),
        done.stale(),
        done.orphaned(),
        done.repaired());
  }
}
