package dev.cinedex.resources;

import dev.cinedex.http.MediaTypes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** The movies of one actor. */
@Path("/actors/{actor}/movies")
@Produces({MediaType.APPLICATION_JSON, MediaTypes.NDJSON})
public final class ActorMoviesResource {
  private final FollowedTable table;
  private final ListResponder lists;

  public ActorMoviesResource(FollowedTable table, ListResponder lists) {
    this.table = table;
    this.lists = lists;
  }

  @GET
  public Response list(@PathParam("actor") String actor, @Context ContainerRequestContext http) {
    return lists.list(table.readable(), actor, http);
  }
}
