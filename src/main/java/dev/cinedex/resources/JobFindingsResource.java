package dev.cinedex.resources;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cinedex.access.Role;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.QueryParameters;
import dev.cinedex.http.RequestPermit;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.text.StrictJson;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;

/** The rows that a job has found so far, one on each line. */
@Path("/jobs/{id}/findings")
@Produces(MediaTypes.NDJSON)
public final class JobFindingsResource {
  private static final List<String> FILTERS = List.of("state", "limit");

  private final TableLifecycle lifecycle;

  public JobFindingsResource(TableLifecycle lifecycle) {
    this.lifecycle = lifecycle;
  }

  @GET
  @RequiredRole(Role.OPERATOR)
  public Response listFindings(@PathParam("id") UUID id, @Context ContainerRequestContext http) {
    JobParameters wanted = JobParameters.ofFindings(QueryParameters.values(http, FILTERS));
    Job job = JobResource.required(lifecycle, id);
    RequestPermit permit = RequestPermit.of(http);
    permit.switchToStream();
    StreamingOutput lines = permit.abortOnFailure(out -> write(job, wanted, out));
    return Response.ok(http.getMethod().equals(HttpMethod.HEAD) ? null : lines).build();
  }

  private void write(Job job, JobParameters wanted, OutputStream out) throws IOException {
    try {
      // An iterator of this stream would read all findings of a phase before the first one.
      lifecycle
          .findings(job)
          .filter(finding -> isWanted(finding, wanted))
          .limit(wanted.limit())
          .forEach(finding -> write(finding, out));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isWanted(String finding, JobParameters wanted) {
    return wanted.state().isEmpty()
        || wanted.state().equals(StrictJson.object(finding.getBytes(UTF_8)).path("state").asText());
  }

  private static void write(String finding, OutputStream out) {
    try {
      out.write((finding + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
