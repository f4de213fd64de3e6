package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.movie.MoviePatch;
import dev.cinedex.movie.MovieRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.util.UUID;

/** One movie. The conditions of a write are checked against the version that it replaces. */
@Path("/movies/{id}")
@Produces(MediaType.APPLICATION_JSON)
public final class MovieResource {
  private final Ledger ledger;
  private final MovieChanges changes;
  private final MovieWrites writes;

  public MovieResource(Ledger ledger, MovieChanges changes, MovieWrites writes) {
    this.ledger = ledger;
    this.changes = changes;
    this.writes = writes;
  }

  @GET
  @RequiredRole(Role.READER)
  public Response findMovie(@PathParam("id") UUID id, @Context Request request) {
    Head head = MovieProblems.requireExisting(ledger.read(id));
    return new Preconditions(request)
        .notModified(head)
        .orElseGet(() -> Response.ok(MovieView.of(head)).tag(Preconditions.tag(head)).build());
  }

  /** Replaces the movie, or creates it at this id. */
  @PUT
  @RequiredRole(value = Role.WRITER, dryRun = Role.READER)
  @Consumes(MediaType.APPLICATION_JSON)
  public Response replaceMovie(
      @PathParam("id") UUID id,
      MovieRequest body,
      @QueryParam("dryRun") @DefaultValue("false") boolean dryRun,
      @Context Request request) {
    body.requireId(id);
    return writes.write(
        id, changes.replace(body, new Preconditions(request)), dryRun, MovieWrites::movie);
  }

  /** Replaces the fields that a JSON merge patch (RFC 7396) names. */
  @PATCH
  @RequiredRole(value = Role.WRITER, dryRun = Role.READER)
  @Consumes({MediaTypes.MERGE_PATCH, MediaType.APPLICATION_JSON})
  public Response changeMovie(
      @PathParam("id") UUID id,
      MoviePatch body,
      @QueryParam("dryRun") @DefaultValue("false") boolean dryRun,
      @Context Request request) {
    return writes.write(
        id, changes.patch(body, new Preconditions(request)), dryRun, MovieWrites::movie);
  }

  @DELETE
  @RequiredRole(value = Role.WRITER, dryRun = Role.READER)
  public Response deleteMovie(
      @PathParam("id") UUID id,
      @QueryParam("dryRun") @DefaultValue("false") boolean dryRun,
      @Context Request request) {
    return writes.write(
        id, changes.delete(new Preconditions(request)), dryRun, MovieWrites::deleted);
  }
}
