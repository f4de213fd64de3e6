package dev.cinedex.resources;

import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CatalogView;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.catalog.NoSuchLookupException;
import dev.cinedex.catalog.TableState;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobState;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lookup.LookupTable;

/** The lookup tables by the names that requests use. */
public final class ReadableTables {
  private final Catalog catalog;
  private final TableLifecycle lifecycle;

  public ReadableTables(Catalog catalog, TableLifecycle lifecycle) {
    this.catalog = catalog;
    this.lifecycle = lifecycle;
  }

  /** All tables, as this instance knows the catalog. */
  CatalogView view() {
    return catalog.lastKnown();
  }

  /**
   * Returns a table in whatever state it is; one that a job is about to make is building.
   *
   * @throws NoSuchLookupException naming the tables that exist
   */
  Entry named(String name) {
    CatalogView view = catalog.lastKnown();
    return view.named(name)
        .or(() -> lifecycle.find(name)) // this instance may not know it yet
        .orElseGet(() -> view.required(name));
  }

  /**
   * Returns a table that can be read.
   *
   * @throws NoSuchLookupException naming the tables that exist
   * @throws ProblemException when the table is not built yet, or is retired
   */
  LookupTable readable(String name) {
    Entry entry = named(name);
    if (entry.state() == TableState.READY) {
      return entry.table();
    }
    throw new ProblemException(
        ProblemKind.LOOKUP_NOT_READY,
        "Lookup table '%s' is %s. %s"
            .formatted(
                name,
                entry.state().text(),
                entry.state() == TableState.RETIRED
                    ? "To read it, make it ready again (PATCH its state, or 'lookups restore')"
                    : lifecycle
                        .lastJob(name)
                        .map(ReadableTables::progress)
                        .orElse("Build it, then it can be read")));
  }

  private static String progress(Job job) {
    return "Job %s (%s) is %s: %d of %d slices%s%s"
        .formatted(
            job.id(),
            job.kind().text(),
            job.state().text(),
            job.done().ranges(),
            job.ranges(),
            job.message() == null ? "" : "; " + job.message(),
            nextStep(job.state()));
  }

  private static String nextStep(JobState state) {
    return switch (state) {
      case RUNNING -> "";
      case PAUSED -> ". Resume it";
      case CANCELLED, DONE, FAILED -> ". Build the table again";
    };
  }
}
