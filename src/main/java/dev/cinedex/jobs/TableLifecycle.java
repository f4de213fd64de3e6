package dev.cinedex.jobs;

import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.catalog.LookupSchema;
import dev.cinedex.catalog.LookupStateException;
import dev.cinedex.catalog.NoSuchLookupException;
import dev.cinedex.catalog.TableState;
import dev.cinedex.lookup.LookupTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * The life cycle of lookup tables: jobs begin here, and continue in the instance that takes them.
 * Each method throws a {@link LookupStateException} when the table, or the job on it, is in a state
 * that does not allow the change, and a {@link NoSuchLookupException} when the table does not
 * exist.
 */
public final class TableLifecycle {
  private final LookupSchema schema;
  private final CatalogAdmin catalog;
  private final Jobs jobs;
  private final JobPoller poller;
  private final JobStarter starter;

  /**
   * @param poller is woken when a job begins
   */
  public TableLifecycle(LookupSchema schema, CatalogAdmin catalog, Jobs jobs, JobPoller poller) {
    this.schema = schema;
    this.catalog = catalog;
    this.jobs = jobs;
    this.poller = poller;
    this.starter = new JobStarter(schema, catalog, jobs, poller);
  }

  /**
   * Begins a job of a kind that takes a declaration. The job first makes the table, unless it is
   * there.
   */
  public Job begin(JobKind kind, LookupTable declared, JobOptions options) {
    String table = declared.name();
    if (catalog.find(table).isEmpty()) {
      UUID last = starter.requireIdle(table);
      if (schema.requirePossible(declared)) {
        return starter.start(
            table, kind, options.normalizedFor(declared), id -> catalog.plan(declared, last, id));
      }
    } else {
      schema.requirePossible(declared); // refuses another declaration
    }
    return begin(kind, table, options);
  }

  /** Checks that a table could be built as it is declared. */
  public void requirePossible(LookupTable declared) {
    schema.requirePossible(declared);
  }

  /**
   * Begins a job on a table.
   *
   * @throws dev.cinedex.lookup.InvalidLookupException when the scope does not fit the table's key
   */
  public Job begin(JobKind kind, String table, JobOptions options) {
    UUID last = starter.requireIdle(table);
    Entry entry = catalog.require(table);
    requireState(kind, entry);
    return starter.start(
        table, kind, options.normalizedFor(entry.table()), id -> catalog.begin(table, last, id));
  }

  /**
   * Begins one job on all tables that are ready or retired. It reads the ledger once.
   *
   * @throws LookupStateException naming a table that another job is on, or when there is no table
   * @throws InvalidJobException when the options have a scope: the tables have different keys
   */
  public Job beginAll(JobKind kind, JobOptions options) {
    if (!options.scope().isAll()) {
      throw new InvalidJobException("all", "cannot be combined with an id, a key or tokens");
    }
    Map<String, UUID> lastJobs = catalog.jobs();
    List<String> tables =
        catalog.entries().stream()
            .filter(
                entry -> entry.state() == TableState.READY || entry.state() == TableState.RETIRED)
            .map(entry -> entry.table().name())
            .sorted()
            .toList();
    if (tables.isEmpty()) {
      throw new LookupStateException("No lookup table is ready: build one first");
    }
    tables.forEach(starter::requireIdle);
    return starter.start(
        Job.SEVERAL_TABLES,
        kind,
        options.on(tables),
        id -> tables.stream().allMatch(table -> catalog.begin(table, lastJobs.get(table), id)));
  }

  /** Stops reads of a ready table. It is still written, so it can be restored without a build. */
  public void retire(String table) {
    change(table, TableState.READY, TableState.RETIRED);
  }

  /** Allows reads of a retired table again. */
  public void restore(String table) {
    change(table, TableState.RETIRED, TableState.READY);
  }

  /**
   * Begins a job that drops a table that is not read: a retired one, or one that was never ready.
   * Nobody finds the table from now on. A drop that did not begin its job can be repeated.
   */
  public Job drop(String table) {
    UUID last = starter.requireIdle(table);
    if (catalog.find(table).isPresent()) {
      leaveCatalog(table);
    } else if (catalog.stored(table).isEmpty()) {
      catalog.require(table); // throws the exception that names the existing tables
    }
    return starter.start(
        table, JobKinds.DROP, JobOptions.PLAIN, id -> catalog.beginDrop(table, last, id));
  }

  private void leaveCatalog(String table) {
    boolean dropped =
        Stream.of(TableState.RETIRED, TableState.BUILDING, TableState.VERIFYING)
            .anyMatch(from -> catalog.change(table, from, TableState.DROPPED));
    if (!dropped) {
      throw new LookupStateException(
          "Lookup table '%s' is %s: retire it first, and see whether anybody misses it"
              .formatted(table, catalog.require(table).state().text()));
    }
  }

  /** Returns a table as it is stored now; one that a job is about to make is building. */
  public Optional<Entry> find(String table) {
    return catalog
        .stored(table)
        .flatMap(
            entry ->
                entry.state() == TableState.DROPPED ? planned(entry.table()) : Optional.of(entry));
  }

  private Optional<Entry> planned(LookupTable table) {
    return lastJob(table.name())
        .filter(job -> job.kind() != JobKinds.DROP && !job.state().isFinal())
        .map(job -> new Entry(table, TableState.BUILDING));
  }

  /** Returns the last job on a table. */
  public Optional<Job> lastJob(String table) {
    return Optional.ofNullable(catalog.jobs().get(table)).flatMap(jobs::find);
  }

  /** Returns the newest jobs whose table and state are wanted. */
  public List<Job> newest(BiPredicate<String, JobState> wanted, int limit) {
    return jobs.newest(wanted, limit);
  }

  public Optional<Job> job(UUID id) {
    boolean timeBased = id.version() == 1; // Cassandra rejects a query for any other id
    return timeBased ? jobs.find(id) : Optional.empty();
  }

  /** Returns what a job has found so far, each finding as JSON. */
  public Stream<String> findings(Job job) {
    return jobs.findings(job).all();
  }

  /** Pauses, resumes or cancels a job; the instance that runs it notices within seconds. */
  public Job change(Job job, JobState to) {
    boolean changed = to.from().stream().anyMatch(from -> jobs.change(job.id(), from, to, null));
    poller.wake();
    Job now = jobs.find(job.id()).orElse(job);
    if (now.state().isFinal() && now.isIdle()) {
      schema.forget(now.table(), now.id());
    }
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
              .formatted(table, catalog.require(table).state().text(), from.text()));
    }
  }

  private static void requireState(JobKind kind, Entry entry) {
    if (!kind.tableStates().contains(entry.state())) {
      throw new LookupStateException(
          "Lookup table '%s' is %s: there is nothing to %s%s"
              .formatted(
                  entry.table().name(),
                  entry.state().text(),
                  kind.text(),
                  entry.state() == TableState.RETIRED ? "; restore it" : ""));
    }
  }
}
