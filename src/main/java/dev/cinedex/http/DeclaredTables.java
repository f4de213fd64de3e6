package dev.cinedex.http;

import dev.cinedex.cassandra.Catalog;
import dev.cinedex.cassandra.CatalogView.Entry;
import dev.cinedex.cassandra.NoSuchLookupException;
import dev.cinedex.cassandra.TableState;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.Lookups;
import dev.cinedex.lookup.LookupTable;

/** The lookup tables by the names that requests call them. */
public record DeclaredTables(Catalog catalog, Lookups lookups) {

  /**
   * @throws NoSuchLookupException naming those that there are
   */
  Entry named(String name) {
    return catalog.view().required(name);
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
                              .map(DeclaredTables::progress)
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
            job.done().slices(),
            job.slices(),
            job.message() == null ? "" : "; " + job.message(),
            nextStep(job.state()));
  }

  private static String nextStep(Job.State state) {
    return switch (state) {
      case RUNNING -> "";
      case PAUSED -> ". Resume it";
      case CANCELLED, DONE, FAILED -> ". Build the table again";
    };
  }
}
