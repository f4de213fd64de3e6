package dev.cinedex.resources;

import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.catalog.NoSuchLookupException;
import dev.cinedex.catalog.TableState;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.http.ProblemException;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobState;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lookup.LookupTable;

/** The lookup tables by the names that requests call them. */
public record ReadableTables(Catalog catalog, TableLifecycle lookups) {

  /**
   * @throws NoSuchLookupException naming those that there are
   */
  Entry named(String name) {
    return catalog.lastKnown().required(name);
  }

  /**
   * @throws NoSuchLookupException as {@link #named}
   * @throws ProblemException when it cannot be read yet, or any more
   */
  LookupTable readable(String name) {
    Entry entry = named(name);
    if (entry.state() != TableState.READY) {
      throw new ProblemException(
          Kind.LOOKUP_NOT_READY,
          "Lookup table '%s' is %s%s"
              .formatted(
                  name,
                  entry.state().text(),
                  entry.state() == TableState.RETIRED
                      ? ": to read it make it ready again (PATCH its state, or 'lookups restore')"
                      : "; it is read when it is ready. "
                          + lookups
                              .lastJob(name)
                              .map(ReadableTables::progress)
                              .orElse("Build it")));
    }
    return entry.table();
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
