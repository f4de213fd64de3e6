package dev.cinedex.jobs;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.jobs.Job.Progress;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.RowDigest;
import dev.cinedex.lookup.Transition;
import dev.cinedex.projection.Projection;
import dev.cinedex.verification.EntityRows.State;
import dev.cinedex.verification.RowVerifier;
import dev.cinedex.verification.RowVerifier.Finding;
import dev.cinedex.verification.RowVerifier.Suspect;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One slice of a job: what is done twice does no harm. */
final class JobWork {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobWork.class);

  /** Movies, or rows, that are dealt with side by side. */
  private static final int CHUNK = 32;

  /**
   * From reading movies to writing their rows. A page has a few more chunks, so that its movies may
   * be a few times as old; a movie that was deleted longer than gc_grace_seconds ago would come
   * back.
   */
  private static final Duration MOST_AGE = Duration.ofHours(1);

  /** Of a slice in which there is nothing to do. */
  private static final Progress NOTHING_LEFT = new Progress(1, 0, 0, 0, 0, 0, 0);

  private final Job job;
  private final LookupTable table;
  private final Ledger ledger;
  private final LookupRows rows;
  private final Projection projection;
  private final RowVerifier check;
  private final Throttle throttle;
  private final ExecutorService lanes;
  private final Findings findings;
  private final Clock clock;
  private final Scope scope;
  private volatile @Nullable BitSet suspects;

  /** Keeps what was found in each slice. */
  interface Findings {
    /** It is looked at from its beginning, perhaps not for the first time. */
    void begin(Phase phase, int slice);

    void add(Phase phase, int slice, Finding finding, boolean mended);

    /**
     * @return the same, with the numbers of what was found, this time or before
     */
    Progress end(Phase phase, int slice, Progress progress);
  }

  JobWork(
      Job job,
      LookupTable table,
      Ledger ledger,
      LookupRows rows,
      Projection projection,
      RowVerifier check,
      ExecutorService lanes,
      Findings findings,
      Ownership ownership,
      Clock clock) {
    this.job = job;
    this.table = table;
    this.ledger = ledger;
    this.rows = rows;
    this.projection = projection;
    this.check = check;
    this.throttle = new Throttle(job.options().rowsPerSecond(), ownership);
    this.lanes = lanes;
    this.findings = findings;
    this.clock = clock;
    this.scope = job.options().scope() == null ? Scope.ALL : job.options().scope();
  }

  /**
   * What a slice came to.
   *
   * @param digest of a phase that makes one
   */
  record SliceWork(Progress progress, @Nullable RowDigest digest) {}

  /** Only the rows of these bins are looked at from now on: the sums of the others are equal. */
  void drillDown(BitSet bins) {
    suspects = bins;
  }

  /**
   * @throws Ownership.JobLostException when the job is not this instance's any more
   */
  SliceWork slice(Phase phase, int number) throws InterruptedException {
    TokenRange slice = Job.SLICES.get(number);
    BitSet bins = suspects;
    if (!scope.touches(slice) || (bins != null && bins.isEmpty())) {
      boolean summed = phase == Phase.LEDGER_DIGEST || phase == Phase.TABLE_DIGEST;
      return new SliceWork(NOTHING_LEFT, summed ? new RowDigest() : null);
    }
    return switch (phase) {
      case BACKFILL -> of(pass(() -> ledger.scan(slice), this::backfill));
      case LEDGER_DIGEST -> digest(() -> ledger.scan(slice), this::rows);
      case TABLE_DIGEST -> digest(() -> this.rows.scan(table, slice), row -> Stream.of(row.row()));
      case FROM_LEDGER -> look(phase, number, () -> movies(number), this::fromLedger);
      case FROM_TABLE -> look(phase, number, () -> this.rows.scan(table, slice), this::fromTable);
    };
  }

  /** Looks for rows that are not as they should be. */
  @FunctionalInterface
  private interface Look<T> {
    Progress of(List<T> chunk, int slice);
  }

  private <T> SliceWork look(Phase phase, int slice, Supplier<Iterable<T>> scan, Look<T> look)
      throws InterruptedException {
    Progress progress =
        pass(
            () -> {
              findings.begin(phase, slice);
              return scan.get();
            },
            chunk -> look.of(chunk, slice));
    return of(throttle.pass(0, () -> findings.end(phase, slice, progress)));
  }

  private static SliceWork of(Progress progress) {
    return new SliceWork(progress, null);
  }

  private Iterable<Head> movies(int slice) {
    UUID movieId = scope.movieId();
    if (movieId == null) {
      return ledger.scan(Job.SLICES.get(slice));
    }
    return slice == 0 ? List.of(ledger.read(movieId)) : List.of();
  }

  private Stream<LookupRow> rows(Head head) {
    return table.rowsOf(head.entityId(), head.state()).values().stream();
  }

  private <T> SliceWork digest(Supplier<Iterable<T>> scan, Function<T, Stream<LookupRow>> rows)
      throws InterruptedException {
    AtomicReference<RowDigest> digest = new AtomicReference<>();
    Progress progress =
        pass(
            () -> {
              digest.set(new RowDigest()); // of a slice that is read from its beginning again
              return scan.get();
            },
            chunk -> {
              chunk.stream()
                  .flatMap(rows)
                  .filter(scope::covers)
                  .forEach(row -> requireNonNull(digest.get()).add(row));
              return new Progress(0, chunk.size(), 0, 0, 0, 0, 0);
            });
    return new SliceWork(progress, requireNonNull(digest.get()));
  }

  private boolean isLookedAt(LookupRow row) {
    BitSet bins = suspects;
    return scope.covers(row) && (bins == null || bins.get(RowDigest.bin(row.entityId())));
  }

  @FunctionalInterface
  private interface Step<T> {
    Progress of(List<T> chunk) throws InterruptedException;
  }

  /** When a page cannot be read, or is too old, the slice is read from its beginning again. */
  private <T> Progress pass(Supplier<Iterable<T>> scan, Step<T> step) throws InterruptedException {
    while (true) {
      try {
        return throttle.pass(0, () -> chunks(scan.get(), step));
      } catch (TooOldException e) {
        LOGGER.info("Job {}: a slice is read again, for it was read long ago", job.id());
      }
    }
  }

  private <T> Progress chunks(Iterable<T> read, Step<T> step) throws InterruptedException {
    Progress sum = NOTHING_LEFT;
    for (List<T> chunk : Iterables.partition(read, CHUNK)) {
      List<T> whole = List.copyOf(chunk);
      Instant readAt = clock.instant();
      sum =
          sum.and(
              throttle.pass(
                  whole.size(),
                  () -> {
                    if (Duration.between(readAt, clock.instant()).compareTo(MOST_AGE) > 0) {
                      throw new TooOldException();
                    }
                    return step.of(whole);
                  }));
    }
    return sum;
  }

  /** Of a chunk that was read long before it could be dealt with. */
  private static final class TooOldException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private Progress backfill(List<Head> heads) throws InterruptedException {
    List<Head> alive = heads.stream().filter(Head::exists).toList();
    List<Callable<Long>> writes = new ArrayList<>();
    for (Head head : alive) {
      writes.add(
          () -> {
            RowChanges changes =
                RowChanges.between(
                    List.of(table),
                    new Transition(head.entityId(), null, head.state(), head.version()));
            projection.apply(changes, head.version());
            return (long) changes.inserts().size();
          });
    }
    long written = 0;
    for (Future<Long> write : lanes.invokeAll(writes)) {
      written += done(write);
    }
    return new Progress(0, heads.size(), written, 0, 0, 0, 0);
  }

  static <T> T done(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  private Progress fromLedger(List<Head> heads, int slice) {
    List<LookupRow> expected = heads.stream().flatMap(this::rows).filter(this::isLookedAt).toList();
    List<Suspect> suspects = Parallel.map(expected, CHUNK, check::fromLedger);
    return report(Phase.FROM_LEDGER, slice, heads.size(), findings(suspects));
  }

  private Progress fromTable(List<StoredRow> rows, int slice) {
    List<StoredRow> lookedAt = rows.stream().filter(row -> isLookedAt(row.row())).toList();
    List<Suspect> suspects = Parallel.map(lookedAt, CHUNK, check::fromTable);
    // what is stale was found from the ledger
    List<Finding> orphans =
        findings(suspects).stream()
            .filter(finding -> finding.row().state() == State.ORPHANED)
            .toList();
    return report(Phase.FROM_TABLE, slice, rows.size(), orphans);
  }

  private List<Finding> findings(List<Suspect> suspects) {
    return suspects.stream()
        .filter(Suspect::differs)
        .flatMap(suspect -> check.lookAgain(suspect).stream())
        .toList();
  }

  /** What is found is kept before it is mended: then it is, even if this process dies meanwhile. */
  private Progress report(Phase phase, int slice, int read, List<Finding> found) {
    found.forEach(finding -> findings.add(phase, slice, finding, false));
    if (job.mends()) {
      Map<UUID, List<Finding>> byMovie =
          found.stream().collect(Collectors.groupingBy(finding -> finding.head().entityId()));
      byMovie.forEach(
          (movieId, several) ->
              check
                  .mend(movieId, several)
                  .forEach(finding -> findings.add(phase, slice, finding, true)));
    }
    return new Progress(0, read, 0, 0, 0, 0, 0);
  }
}
