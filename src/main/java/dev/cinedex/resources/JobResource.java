package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobState;
import dev.cinedex.jobs.TableLifecycle;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;

/** One job on a lookup table. */
@Path("/jobs/{id}")
@Produces(MediaType.APPLICATION_JSON)
public final class JobResource {
  private final TableLifecycle lifecycle;

  public JobResource(TableLifecycle lifecycle) {
    this.lifecycle = lifecycle;
  }

  @GET
  @RequiredRole(Role.OPERATOR)
  public JobView findJob(@PathParam("id") UUID id) {
    return JobView.of(required(lifecycle, id));
  }

  /** Pauses the job, resumes it, or cancels it. */
  @PATCH
  @RequiredRole(Role.OPERATOR)
  @Consumes({MediaTypes.MERGE_PATCH, MediaType.APPLICATION_JSON})
  public JobView changeJob(@PathParam("id") UUID id, StatePatch body) {
    String state =
        body.oneOf(JobState.PAUSED.text(), JobState.RUNNING.text(), JobState.CANCELLED.text());
    return JobView.of(lifecycle.change(required(lifecycle, id), JobState.of(state)));
  }

  /**
   * Returns a job.
   *
   * @throws ProblemException when the job does not exist
   */
  static Job required(TableLifecycle lifecycle, UUID id) {
    return lifecycle
        .job(id)
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemKind.NO_SUCH_JOB,
                    "Job %s does not exist. GET /lookups/{table} shows the last job of a table"
                        .formatted(id)));
  }
}
