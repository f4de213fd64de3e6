package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.jobs.BuildPreview;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobOption;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lookup.LookupDeclaration;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.LookupTables;
import dev.cinedex.movie.Movie;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The jobs on a lookup table, of which a client begins one. */
@Path("/lookups/{table}/jobs")
@Produces(MediaType.APPLICATION_JSON)
public final class TableJobsResource {
  private final ReadableTables tables;
  private final TableLifecycle lifecycle;
  private final List<LookupTable> configured;
  private final BuildPreview previews;

  /**
   * @param configured the tables of this instance's configuration
   */
  public TableJobsResource(
      ReadableTables tables,
      TableLifecycle lifecycle,
      List<LookupTable> configured,
      BuildPreview previews) {
    this.tables = tables;
    this.lifecycle = lifecycle;
    this.configured = configured;
    this.previews = previews;
  }

  @POST
  @RequiredRole(Role.OPERATOR)
  @Consumes(MediaType.APPLICATION_JSON)
  public Response beginJob(
      @PathParam("table") String name,
      JobRequest body,
      @QueryParam("dryRun") @DefaultValue("false") boolean dryRun) {
    if (dryRun) {
      return Response.ok(preview(name, body)).build();
    }
    Job job =
        body.kind().options().contains(JobOption.DECLARATION)
            ? lifecycle.begin(body.kind(), declared(name, body.declaration()), body.options())
            : lifecycle.begin(body.kind(), name, body.options());
    return accepted(job);
  }

  private BuildPreviewView preview(String name, JobRequest body) {
    if (!body.kind().options().contains(JobOption.DECLARATION)) {
      throw new ProblemException(
          ProblemKind.INVALID_PARAMETER,
          "dryRun: only for kind build. A repair without apply writes nothing");
    }
    LookupTable table = declared(name, body.declaration());
    lifecycle.requirePossible(table);
    return BuildPreviewView.of(table, previews.of(table));
  }

  /** Answers a request that began a job. */
  static Response accepted(Job job) {
    return Response.status(Status.ACCEPTED)
        .location(URI.create("jobs/" + job.id()))
        .entity(JobView.of(job))
        .build();
  }

  /**
   * @param declaration the declaration in the body; null to take the configuration's
   */
  private LookupTable declared(String name, @Nullable LookupDeclaration declaration) {
    if (declaration != null) {
      return LookupTables.of(Movie.ENTITY, name, declaration);
    }
    return configured.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .or(() -> tables.view().named(name).map(Entry::table))
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemKind.NO_SUCH_LOOKUP,
                    "'%s' is not declared in this instance's configuration. Send its 'declaration'"
                        .formatted(name)));
  }
}
