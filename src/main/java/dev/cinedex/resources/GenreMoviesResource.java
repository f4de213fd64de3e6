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

/** The movies of one genre. */
@Path("/genres/{genre}/movies")
@Produces({MediaType.APPLICATION_JSON, MediaTypes.NDJSON})
public final class GenreMoviesResource {
  private final FollowedTable table;
  private final ListResponder lists;

  public GenreMoviesResource(FollowedTable table, ListResponder lists) {
    this.table = table;
    this.lists = lists;
  }

  @GET
  public Response list(@PathParam("genre") String genre, @Context ContainerRequestContext http) {
    return lists.list(table.readable(), genre, http);
  }
}
