package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.catalog.TableState;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.projection.WriteCosts;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** One lookup table. */
@Path("/lookups/{table}")
@Produces(MediaType.APPLICATION_JSON)
public final class LookupTableResource {
  private final ReadableTables tables;
  private final TableLifecycle lifecycle;
  private final WriteCosts costs;

  public LookupTableResource(ReadableTables tables, TableLifecycle lifecycle, WriteCosts costs) {
    this.tables = tables;
    this.lifecycle = lifecycle;
    this.costs = costs;
  }

  @GET
  @RequiredRole(Role.READER)
  public TableView findLookup(@PathParam("table") String name) {
    return TableView.of(
        tables.named(name), costs, lifecycle.lastJob(name).map(JobView::of).orElse(null));
  }

  /** Retires the table, or makes it ready again. */
  @PATCH
  @RequiredRole(Role.OPERATOR)
  @Consumes({MediaTypes.MERGE_PATCH, MediaType.APPLICATION_JSON})
  public TableView changeLookup(@PathParam("table") String name, StatePatch body) {
    String state = body.oneOf(TableState.RETIRED.text(), TableState.READY.text());
    if (state.equals(TableState.READY.text())) {
      lifecycle.restore(name);
    } else {
      lifecycle.retire(name);
    }
    return findLookup(name);
  }

  /** Begins to drop a table that is not read: it is retired, or was never built. */
  @DELETE
  @RequiredRole(Role.OPERATOR)
  public Response dropLookup(@PathParam("table") String name) {
    return TableJobsResource.accepted(lifecycle.drop(name));
  }
}
