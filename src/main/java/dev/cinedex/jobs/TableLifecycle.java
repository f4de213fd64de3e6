package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.catalog.LookupStateException;
import dev.cinedex.catalog.NoSuchLookupException;
import dev.cinedex.catalog.Schema;
import dev.cinedex.catalog.TableState;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Options;
import dev.cinedex.lookup.LookupTable;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The life of lookup tables: what is begun here goes on in whichever instance takes the job. Each
 * method throws a {@link LookupStateException} when the table, or the job, is in another state than
 * it needs, and a {@link NoSuchLookupException} when there is no such table.
 */
public final class TableLifecycle {
  private final CqlSession session;
  private final Schema schema;
  private final CatalogAdmin catalog;
  private final JobStore store;

  public TableLifecycle(CqlSession session, Schema schema, CatalogAdmin catalog, JobStore store) {
    this.session = session;
    this.schema = schema;
    this.catalog = catalog;
    this.store = store;
  }

  /**
   * Adds a table, which every instance writes from then on, and begins its build. A build that
   * failed, or was cancelled, is begun again.
   */
  public Job build(LookupTable table, Options options) {
    schema.add(session, table);
    return begin(
        table.name(), Kind.BUILD, options, List.of(TableState.BUILDING, TableState.VERIFYING));
  }

  /**
   * @throws dev.cinedex.lookup.InvalidLookupException when the scope names a column that the
   *     table's key has not
   */
  public Job verify(String table, Options options) {
    return begin(table, Kind.VERIFY, options, List.of(TableState.values()));
  }

  /** As {@link #verify}. */
  public Job repair(String table, Options options) {
    return begin(table, Kind.REPAIR, options, List.of(TableState.values()));
  }

  /** It is written on, so that it can be restored without a build, but not read. */
  public void retire(String table) {
    change(table, TableState.READY, TableState.RETIRED);
  }

  public void restore(String table) {
    change(table, TableState.RETIRED, TableState.READY);
  }

  /**
   * A table that is not read: a retired one, or one that was never built. What is left of one whose
   * drop was broken off goes, too.
   */
  public void drop(String table) {
    if (catalog.find(table).isPresent()) {
      leave(table);
      schema.drop(session, table);
    } else if (!schema.drop(session, table)) {
      catalog.require(table); // which says that there is none
    }
  }

  private void leave(String table) {
    requireIdle(table);
    boolean dropped =
        Stream.of(TableState.RETIRED, TableState.BUILDING, TableState.VERIFYING)
            .anyMatch(from -> catalog.change(table, from, TableState.DROPPED));
    if (!dropped) {
      throw new LookupStateException(
          "Lookup table '%s' is %s: retire it first, and see whether anybody misses it"
              .formatted(table, state(table).text()));
    }
  }

  /** The last job on a table. */
  public Optional<Job> lastJob(String table) {
    return Optional.ofNullable(catalog.jobs().get(table)).flatMap(store::find);
  }

  public Optional<Job> job(UUID id) {
    boolean timeBased = id.version() == 1; // Cassandra refuses to look for another
    return timeBased ? store.find(id) : Optional.empty();
  }

  /** What a job has found by now, each as JSON. */
  public Stream<String> findings(Job job) {
    return store.findings(job);
  }

  /** Pauses a job, goes on with it, or cancels it; its instance notices within seconds. */
  public Job change(Job job, Job.State to) {
    boolean changed = to.from().stream().anyMatch(from -> store.change(job.id(), from, to, null));
    Job now = store.find(job.id()).orElse(job);
    if (!changed && now.state() != to) {
      throw new LookupStateException(
          "Job %s (%s of %s) is %s: nothing is left to pause, resume or cancel"
              .formatted(job.id(), job.kind().text(), job.table(), now.state().text()));
    }
    return now;
  }

  private void change(String table, TableState from, TableState to) {
    if (!catalog.change(table, from, to)) {
      throw new LookupStateException(
          "Lookup table '%s' is %s, not %s: finish its build, or drop it"
              .formatted(table, state(table).text(), from.text()));
    }
  }

  private TableState state(String table) {
    return catalog.require(table).state();
  }

  private Job begin(String table, Kind kind, Options options, List<TableState> states) {
    Entry entry = catalog.require(table);
    TableState state = entry.state();
    if (!states.contains(state)) {
      throw new LookupStateException(
          "Lookup table '%s' is %s: there is nothing to %s%s"
              .formatted(
                  table,
                  state.text(),
                  kind.text(),
                  state == TableState.RETIRED ? "; restore it" : ""));
    }
    UUID last = requireIdle(table);
    Job job = store.create(table, kind, options.of(entry.table()));
    if (!catalog.begin(table, last, job.id())) {
      store.change(job.id(), Job.State.RUNNING, Job.State.CANCELLED, "Another job was faster");
      throw new LookupStateException(
          "Another job on lookup table '%s' was begun just now: look at it first".formatted(table));
    }
    return job;
  }

  /** The last job, of which there is nothing left to do; null when there was none. */
  private @Nullable UUID requireIdle(String table) {
    UUID last = catalog.jobs().get(table);
    Optional.ofNullable(last)
        .flatMap(store::find)
        .filter(job -> !job.state().isFinal() || job.owner() != null)
        .ifPresent(
            job -> {
              throw new LookupStateException(
                  "Job %s (%s) is on lookup table '%s', and is %s: %s"
                      .formatted(
                          job.id(),
                          job.kind().text(),
                          table,
                          job.state().text(),
                          nextStep(job.state())));
            });
    return last;
  }

  private static String nextStep(Job.State state) {
    return switch (state) {
      case RUNNING -> "wait for it, or cancel it";
      case PAUSED -> "resume it, or cancel it";
      case CANCELLED, DONE, FAILED -> "try again when its instance has noticed, in some seconds";
    };
  }
}
