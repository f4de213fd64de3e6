package dev.cinedex.resources;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.PathId;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.QueryParameters;
import dev.cinedex.http.RequestPermit;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobOption;
import dev.cinedex.jobs.JobState;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lookup.LookupDeclaration;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.Movie;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The jobs on lookup tables. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class JobsResource {
  private final ReadableTables tables;
  private final TableLifecycle lookups;
  private final List<LookupTable> configured;

  /**
   * @param configured the tables of this instance's configuration
   */
  public JobsResource(ReadableTables tables, TableLifecycle lookups, List<LookupTable> configured) {
    this.tables = tables;
    this.lookups = lookups;
    this.configured = configured;
  }

  @POST
  @Path("lookups/{table}/jobs")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response begin(@PathParam("table") String name, InputStream body) {
    JobRequest request = JobRequest.of(body);
    Job job = begin(name, request);
    return Response.status(Status.ACCEPTED)
        .location(URI.create("jobs/" + job.id()))
        .entity(JobView.of(job))
        .build();
  }

  private Job begin(String name, JobRequest request) {
    if (request.kind().options().contains(JobOption.DECLARATION)) {
      lookups.add(declared(name, request.declaration()));
    }
    return lookups.begin(request.kind(), name, request.options());
  }

  /**
   * @param declaration of the request; null to take the configuration's
   */
  private LookupTable declared(String name, @Nullable LookupDeclaration declaration) {
    if (declaration != null) {
      return LookupTable.of(Movie.ENTITY, name, declaration);
    }
    return configured.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .or(() -> tables.catalog().lastKnown().named(name).map(Entry::table))
        .orElseThrow(
            () ->
                new ProblemException(
                    Kind.NO_SUCH_LOOKUP,
                    "'%s' is not declared in this instance's configuration: send its 'declaration'"
                        .formatted(name)));
  }

  @GET
  @Path("jobs/{id}")
  public JobView findJob(@PathParam("id") String id) {
    return JobView.of(job(id));
  }

  /** Pauses a job, goes on with it, or cancels it. */
  @PATCH
  @Path("jobs/{id}")
  @Consumes({MediaTypes.MERGE_PATCH, MediaType.APPLICATION_JSON})
  public JobView changeJob(@PathParam("id") String id, InputStream body) {
    String state =
        JobRequest.state(
            body, JobState.PAUSED.text(), JobState.RUNNING.text(), JobState.CANCELLED.text());
    return JobView.of(lookups.change(job(id), JobState.of(state)));
  }

  /** Each row that a job has found by now, one a line. */
  @GET
  @Path("jobs/{id}/findings")
  @Produces(MediaTypes.NDJSON)
  public Response findings(@PathParam("id") String id, @Context ContainerRequestContext http) {
    QueryParameters.values(http.getUriInfo().getQueryParameters(), List.of());
    Job job = job(id);
    RequestPermit permit = RequestPermit.of(http);
    permit.becomeStream();
    StreamingOutput lines = permit.wholeOrBroken(out -> writeFindings(job, out));
    return Response.ok(http.getMethod().equals(HttpMethod.HEAD) ? null : lines).build();
  }

  private void writeFindings(Job job, OutputStream out) throws IOException {
    Iterator<String> findings = lookups.findings(job).iterator();
    while (findings.hasNext()) {
      out.write((findings.next() + "\n").getBytes(UTF_8));
    }
  }

  private Job job(String text) {
    UUID id = PathId.of(text);
    return lookups
        .job(id)
        .orElseThrow(
            () ->
                new ProblemException(
                    Kind.NO_SUCH_JOB,
                    "There is no job %s; GET /lookups/{table} has the last one of a table"
                        .formatted(id)));
  }
}
