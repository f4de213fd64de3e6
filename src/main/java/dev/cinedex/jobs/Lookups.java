package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.Catalog;
import dev.cinedex.cassandra.CatalogView.Entry;
import dev.cinedex.cassandra.Schema;
import dev.cinedex.cassandra.StartupException;
import dev.cinedex.cassandra.TableState;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Options;
import dev.cinedex.lookup.LookupTable;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The life of lookup tables: what is begun here goes on in whichever instance takes the job. */
public final class Lookups {
  private final CqlSession session;
  private final Schema schema;
  private final Catalog catalog;
  private final JobStore store;

  public Lookups(CqlSession session, Schema schema, Catalog catalog, JobStore store) {
    this.session = session;
    this.schema = schema;
    this.catalog = catalog;
    this.store = store;
  }

  /**
   * Adds a table, which every instance writes from then on, and begins its build. A build that
   * failed, or was cancelled, is begun again.
   *
   * @throws StartupException when it is built already, declared otherwise, or a job is on it
   */
  public Job build(LookupTable table, Options options) {
    schema.add(session, table);
    return begin(
        table.name(), Kind.BUILD, options, List.of(TableState.BUILDING, TableState.VERIFYING));
  }

  /**
   * @throws StartupException when there is no such table, or a job is on it
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
   * @throws StartupException unless it is retired
   */
  public void drop(String table) {
    schema.drop(session, table);
    catalog.refresh();
  }

  private void change(String table, TableState from, TableState to) {
    if (!catalog.change(table, from, to)) {
      throw new StartupException(
          "Lookup table '%s' is %s, not %s".formatted(table, state(table).text(), from.text()));
    }
  }

  private TableState state(String table) {
    catalog.refresh();
    return catalog
        .view()
        .named(table)
        .map(Entry::state)
        .orElseThrow(
            () ->
                new StartupException(
                    "There is no lookup table '%s'; there are %s"
                        .formatted(table, catalog.view().tables())));
  }

  private Job begin(String table, Kind kind, Options options, List<TableState> states) {
    TableState state = state(table);
    if (!states.contains(state)) {
      throw new StartupException(
          "Lookup table '%s' is %s: there is nothing to %s"
              .formatted(table, state.text(), kind.text()));
    }
    UUID last = catalog.jobs().get(table);
    Optional<Job> busy =
        Optional.ofNullable(last).flatMap(store::find).filter(job -> !job.state().isFinal());
    if (busy.isPresent()) {
      throw new StartupException(
          "Job %s (%s) is on lookup table '%s', and is %s: wait for it, or cancel it"
              .formatted(last, busy.get().kind().text(), table, busy.get().state().text()));
    }
    Job job = store.create(table, kind, options);
    if (!catalog.begin(table, last, job.id())) {
      store.change(job.id(), Job.State.RUNNING, Job.State.CANCELLED, "Another job was faster");
      throw new StartupException(
          "Another job on lookup table '%s' was begun just now: look at it first".formatted(table));
    }
    return job;
  }
}
