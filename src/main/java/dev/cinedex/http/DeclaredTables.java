package dev.cinedex.http;

import dev.cinedex.cassandra.Catalog;
import dev.cinedex.cassandra.CatalogView.Entry;
import dev.cinedex.cassandra.TableState;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.Lookups;
import dev.cinedex.lookup.LookupTable;

/** The lookup tables by the names that requests call them. */
public record DeclaredTables(Catalog catalog, Lookups lookups) {

  /**
   * @throws ProblemException naming those that there are
   */
  Entry named(String name) {
    return catalog
        .view()
        .named(name)
        .orElseThrow(
            () ->
                new ProblemException(
                    Kind.NO_SUCH_LOOKUP,
                    "There is no lookup table '%s'; there are %s"
                        .formatted(
                            name,
                            catalog.view().tables().stream().map(LookupTable::name).toList())));
  }

  /**
   * @throws ProblemException when it is not there, or cannot be read yet, or any more
   */
  LookupTable readable(String name) {
    Entry entry = named(name);
    if (entry.state() != TableState.READY) {
      throw new ProblemException(
          Kind.LOOKUP_NOT_READY,
          "Lookup table '%s' is %s; it is read when it is ready%s"
              .formatted(
                  name,
                  entry.state().text(),
                  lookups.lastJob(name).map(this::progress).orElse("")));
    }
    return entry.table();
  }

  private String progress(Job job) {
    boolean broken = job.state() == Job.State.FAILED || job.state() == Job.State.CANCELLED;
    return ". Job %s (%s) is %s: %d of %d slices%s%s"
        .formatted(
            job.id(),
            job.kind().text(),
            job.state().text(),
            job.done().slices(),
            job.slices(),
            job.message() == null ? "" : "; " + job.message(),
            broken ? ". Build the table again" : "");
  }
}
