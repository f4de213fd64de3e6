package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.DriverException;
import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.Answers;
import dev.cinedex.cassandra.Slice;
import dev.cinedex.cassandra.StaleCatalogException;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.jobs.Job.Progress;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.MovieRows.State;
import dev.cinedex.ledger.RowCheck;
import dev.cinedex.ledger.RowCheck.Finding;
import dev.cinedex.ledger.RowCheck.Suspect;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.projection.LookupReader;
import dev.cinedex.projection.LookupReader.StoredRow;
import dev.cinedex.projection.Projection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** One slice of a job: what is done twice does no harm. */
final class JobWork {
  /** Movies, or rows, that are dealt with side by side. */
  private static final int CHUNK = 32;

  private final Job job;
  private final LookupTable table;
  private final Ledger ledger;
  private final LookupReader reader;
  private final Projection projection;
  private final RowCheck check;
  private final Throttle throttle;
  private final ExecutorService lanes;
  private final Findings findings;

  /** Keeps what was found. */
  interface Findings {
    void add(Phase phase, int slice, Finding finding, boolean mended);
  }

  JobWork(
      Job job,
      LookupTable table,
      Ledger ledger,
      LookupReader reader,
      Projection projection,
      RowCheck check,
      ExecutorService lanes,
      Findings findings) {
    this.job = job;
    this.table = table;
    this.ledger = ledger;
    this.reader = reader;
    this.projection = projection;
    this.check = check;
    this.throttle = new Throttle(job.options().rowsPerSecond());
    this.lanes = lanes;
    this.findings = findings;
  }

  /**
   * @param waiting is told why it takes longer
   */
  Progress slice(Phase phase, int number, Slice slice, Consumer<String> waiting)
      throws InterruptedException {
    return switch (phase) {
      case BACKFILL -> pass(() -> ledger.scan(slice), this::backfill, waiting);
      case FROM_LEDGER ->
          pass(() -> ledger.scan(slice), heads -> fromLedger(heads, number), waiting);
      case FROM_TABLE ->
          pass(() -> reader.scan(table, slice), rows -> fromTable(rows, number), waiting);
    };
  }

  @FunctionalInterface
  private interface Step<T> {
    Progress of(List<T> chunk) throws InterruptedException;
  }

  /** When a page cannot be read, the slice is read from its beginning again. */
  private <T> Progress pass(Supplier<Iterable<T>> scan, Step<T> step, Consumer<String> waiting)
      throws InterruptedException {
    return throttle.pass(
        0,
        () -> {
          Progress sum = new Progress(1, 0, 0, 0, 0, 0, 0);
          for (List<T> chunk : Iterables.partition(scan.get(), CHUNK)) {
            List<T> whole = List.copyOf(chunk);
            sum = sum.and(throttle.pass(whole.size(), () -> step.of(whole), waiting));
          }
          return sum;
        },
        waiting);
  }

  private Progress backfill(List<Head> heads) throws InterruptedException {
    List<Head> alive = heads.stream().filter(Head::exists).toList();
    List<Callable<Long>> writes = new ArrayList<>();
    for (Head head : alive) {
      writes.add(
          () -> {
            projection.project(List.of(table), head.movieId(), null, head.movie(), head.version());
            return (long) table.rowsOf(head.movieId(), head.movie()).size();
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
      if (e.getCause() instanceof DriverException failure) {
        throw failure;
      }
      if (e.getCause() instanceof StaleCatalogException stale) {
        throw stale;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private Progress fromLedger(List<Head> heads, int slice) {
    List<Suspect> suspects = new ArrayList<>();
    for (Head head : heads) {
      suspects.addAll(Answers.all(check.fromLedger(head)));
    }
    return report(Phase.FROM_LEDGER, slice, heads.size(), findings(suspects));
  }

  private Progress fromTable(List<StoredRow> rows, int slice) {
    List<Suspect> suspects = Answers.each(rows, CHUNK, check::fromTable);
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

  private Progress report(Phase phase, int slice, int read, List<Finding> found) {
    Set<Finding> mended = new HashSet<>();
    if (job.kind() == Kind.REPAIR && job.options().apply()) {
      Map<UUID, List<Finding>> byMovie =
          found.stream().collect(Collectors.groupingBy(finding -> finding.head().movieId()));
      byMovie.forEach((movieId, several) -> mended.addAll(check.mend(movieId, several)));
    }
    found.forEach(finding -> findings.add(phase, slice, finding, mended.contains(finding)));
    return new Progress(
        0,
        read,
        0,
        count(found, State.MISSING),
        count(found, State.STALE),
        count(found, State.ORPHANED),
        mended.size());
  }

  private static long count(List<Finding> found, State state) {
    return found.stream().filter(finding -> finding.row().state() == state).count();
  }
}
