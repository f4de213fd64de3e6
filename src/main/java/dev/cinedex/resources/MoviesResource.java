package dev.cinedex.resources;

import dev.cinedex.access.Caller;
import dev.cinedex.access.Role;
import dev.cinedex.http.Callers;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.ledger.Written;
import dev.cinedex.movie.MovieId;
import dev.cinedex.movie.MovieRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import jakarta.ws.rs.core.Response.Status;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The collection of movies, to which a client adds one. */
@Path("/movies")
@Produces(MediaType.APPLICATION_JSON)
public final class MoviesResource {
  private static final int MAX_KEY_LENGTH = 255;

  private final MovieChanges changes;
  private final MovieWrites writes;

  public MoviesResource(MovieChanges changes, MovieWrites writes) {
    this.changes = changes;
    this.writes = writes;
  }

  /** Creates a movie at the id of the body, or else at a new one. */
  @POST
  @RequiredRole(value = Role.WRITER, dryRun = Role.READER)
  @Consumes(MediaType.APPLICATION_JSON)
  public Response createMovie(
      MovieRequest body,
      @HeaderParam("Idempotency-Key") @Nullable String key,
      @QueryParam("dryRun") @DefaultValue("false") boolean dryRun,
      @Context ContainerRequestContext http) {
    if (key != null) {
      return createOnce(body, key, dryRun, Callers.of(http));
    }
    UUID id = body.id() == null ? UUID.randomUUID() : body.id();
    return writes.write(
        id, changes.create(body), dryRun, written -> located(MovieWrites.movie(written), written));
  }

  /** Creates the movie once, however often it is sent, and answers with the movie as it is now. */
  private Response createOnce(MovieRequest body, String key, boolean dryRun, Caller caller) {
    if (key.isBlank() || key.length() > MAX_KEY_LENGTH || body.id() != null) {
      throw new ProblemException(
          ProblemKind.INVALID_PARAMETER,
          "Idempotency-Key: must have 1 to %d characters, and the body no id (a request with an id can be repeated without a key)"
              .formatted(MAX_KEY_LENGTH));
    }
    UUID id =
        caller.equals(Caller.ANONYMOUS)
            ? MovieId.ofIdempotencyKey(key)
            : MovieId.ofIdempotencyKey(caller.name(), key);
    return writes.write(
        id,
        changes.createOnce(body),
        dryRun,
        written -> located(MovieWrites.movie(written, Status.CREATED), written));
  }

  private static ResponseBuilder located(ResponseBuilder answer, Written written) {
    return answer.location(URI.create("movies/" + written.head().entityId()));
  }
}
