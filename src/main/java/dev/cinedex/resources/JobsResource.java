package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.http.QueryParameters;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.jobs.TableLifecycle;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** The jobs of all tables. */
@Path("/jobs")
@Produces(MediaType.APPLICATION_JSON)
public final class JobsResource {
  private static final List<String> FILTERS = List.of("table", "state", "limit");

  private final TableLifecycle lifecycle;

  JobsResource(TableLifecycle lifecycle) {
    this.lifecycle = lifecycle;
  }

  /** The jobs in JSON, the newest first. */
  record Jobs(List<JobView> items) {}

  @GET
  @RequiredRole(Role.OPERATOR)
  public Jobs listJobs(@Context ContainerRequestContext http) {
    JobParameters wanted = JobParameters.ofJobs(QueryParameters.values(http, FILTERS));
    return new Jobs(
        lifecycle.newest(wanted::isWanted, (int) wanted.limit()).stream()
            .map(JobView::of)
            .toList());
  }
}
