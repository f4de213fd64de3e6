package dev.cinedex.resources;

import static java.util.Objects.requireNonNull;

import dev.cinedex.entity.EntityState;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.PathId;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.RequestBodies;
import dev.cinedex.ledger.Change;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.Effect;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.Written;
import dev.cinedex.movie.InvalidMovieException;
import dev.cinedex.movie.MovieDocument;
import dev.cinedex.movie.MovieId;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.verification.EntityRows;
import dev.cinedex.verification.EntityRows.Search;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import jakarta.ws.rs.core.Response.Status;
import java.io.InputStream;
import java.net.URI;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Movies by id. The entity tag is the movie's version; conditions are checked against the version
 * that the write replaces.
 */
@Path("/movies")
@Produces(MediaType.APPLICATION_JSON)
public final class MoviesResource {

  private static final int MAX_KEY_LENGTH = 255;

  private final Ledger ledger;
  private final EntityWriter writer;
  private final EntityRows rows;
  private final MovieJson json;

  public MoviesResource(Ledger ledger, EntityWriter writer, EntityRows rows, MovieJson json) {
    this.ledger = ledger;
    this.writer = writer;
    this.rows = rows;
    this.json = json;
  }

  /** Creates a movie: at the body's id, or at a new one. Repeating it changes nothing. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Response create(
      InputStream body,
      @HeaderParam("Idempotency-Key") @Nullable String key,
      @QueryParam("dryRun") @Nullable String dryRun) {
    MovieDocument document = json.read(RequestBodies.bytes(body));
    EntityState movie = json.valid(document);
    if (key != null) {
      return createOnce(key, document, movie, dryRun);
    }
    UUID id = document.id() == null ? UUID.randomUUID() : document.id();
    Change create =
        head -> {
          if (head.exists() && !movie.equals(head.state())) {
            throw new ProblemException(
                Kind.MOVIE_EXISTS,
                "Movie %s exists at version %d: replace it by PUT /movies/%s, or leave out the id"
                    .formatted(id, head.version(), id));
          }
          return Decision.write(movie);
        };
    return write(id, create, dryRun, written -> answer(written).location(location(id)));
  }

  /** However often it is sent, the movie is created once; it is answered as it is now. */
  private Response createOnce(
      String key, MovieDocument document, EntityState movie, @Nullable String dryRun) {
    if (key.isBlank() || key.length() > MAX_KEY_LENGTH || document.id() != null) {
      throw new ProblemException(
          Kind.INVALID_PARAMETER,
          "Idempotency-Key: 1 to %d characters, and the body has no id (with one it can be repeated anyway)"
              .formatted(MAX_KEY_LENGTH));
    }
    UUID id = MovieId.ofIdempotencyKey(key);
    String fingerprint = MovieJson.fingerprint(movie);
    Change create =
        head -> {
          if (head.version() == 0) {
            return Decision.write(movie).createdBy(fingerprint);
          }
          if (!fingerprint.equals(head.createdBy())) {
            throw new ProblemException(
                Kind.IDEMPOTENCY_KEY_REUSED,
                "This Idempotency-Key created movie %s from another body: use a new key"
                    .formatted(id));
          }
          return Decision.keep(requireExisting(head));
        };
    return write(
        id,
        create,
        dryRun,
        written ->
            answer(written)
                .status(written.projected() ? Status.CREATED : Status.ACCEPTED)
                .location(location(id)));
  }

  /** From the service's root. */
  private static URI location(UUID id) {
    return URI.create("movies/" + id);
  }

  @GET
  @Path("{id}")
  public Response find(@PathParam("id") String idText, @Context Request request) {
    Head head = ledger.read(PathId.of(idText));
    MovieDocument document = document(requireExisting(head));
    ResponseBuilder refused = request.evaluatePreconditions(tag(head));
    if (refused == null) {
      return Response.ok(document).tag(tag(head)).build();
    }
    if (refused.build().getStatus() == Status.NOT_MODIFIED.getStatusCode()) {
      return refused.tag(tag(head)).build();
    }
    throw preconditionFailed(head);
  }

  /** Replaces a movie, or creates it at an id that the client chose. */
  @PUT
  @Path("{id}")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response replace(
      @PathParam("id") String idText,
      InputStream body,
      @QueryParam("dryRun") @Nullable String dryRun,
      @Context Request request) {
    UUID id = PathId.of(idText);
    MovieDocument document = json.read(RequestBodies.bytes(body));
    requireSameId(id, document);
    EntityState movie = json.valid(document);
    Change replace =
        head -> {
          checkConditions(request, head);
          return Decision.write(movie);
        };
    return write(id, replace, dryRun, MoviesResource::answer);
  }

  /** Changes the fields that a JSON merge patch (RFC 7396) names. */
  @PATCH
  @Path("{id}")
  @Consumes({MediaTypes.MERGE_PATCH, MediaType.APPLICATION_JSON})
  public Response patch(
      @PathParam("id") String idText,
      InputStream body,
      @QueryParam("dryRun") @Nullable String dryRun,
      @Context Request request) {
    UUID id = PathId.of(idText);
    byte[] patch = RequestBodies.bytes(body);
    Change merge =
        head -> {
          checkConditions(request, requireExisting(head));
          MovieDocument merged = json.merge(document(head), patch);
          requireSameId(id, merged);
          return Decision.write(json.valid(merged));
        };
    return write(id, merge, dryRun, MoviesResource::answer);
  }

  @DELETE
  @Path("{id}")
  public Response delete(
      @PathParam("id") String idText,
      @QueryParam("dryRun") @Nullable String dryRun,
      @Context Request request) {
    UUID id = PathId.of(idText);
    Change delete =
        head -> {
          checkConditions(request, requireExisting(head));
          return Decision.delete();
        };
    return write(
        id,
        delete,
        dryRun,
        written ->
            Response.status(written.projected() ? Status.NO_CONTENT : Status.ACCEPTED)
                .tag(tag(written.head())));
  }

  /** Each lookup row that the movie should have, beside what is there. */
  @GET
  @Path("{id}/rows")
  public Response rows(
      @PathParam("id") String idText, @QueryParam("search") @Nullable String search) {
    if (search != null && !search.equals("tables")) {
      throw new ProblemException(Kind.INVALID_PARAMETER, "search: must be tables");
    }
    return Response.ok(
            RowViews.of(
                rows.compare(PathId.of(idText), search == null ? Search.KEYS : Search.TABLES)))
        .build();
  }

  /** Writes, or only says what it would write. */
  private Response write(
      UUID id, Change change, @Nullable String dryRun, Function<Written, ResponseBuilder> answer) {
    return (isDryRun(dryRun)
            ? Response.ok(RowViews.of(id, writer.preview(id, change)))
            : answer.apply(writer.write(id, change)))
        .build();
  }

  private static boolean isDryRun(@Nullable String text) {
    if (text == null || text.equals("true") || text.equals("false")) {
      return "true".equals(text);
    }
    throw new ProblemException(Kind.INVALID_PARAMETER, "dryRun: must be true or false");
  }

  /** 202 when the version is accepted, but not all of its lookup rows are acknowledged. */
  private static ResponseBuilder answer(Written written) {
    Status status = written.effect() == Effect.CREATED ? Status.CREATED : Status.OK;
    return Response.status(written.projected() ? status : Status.ACCEPTED)
        .entity(document(written.head()))
        .tag(tag(written.head()));
  }

  private static MovieDocument document(Head head) {
    return MovieDocument.of(head.entityId(), requireNonNull(head.state()), head.version());
  }

  private static EntityTag tag(Head head) {
    return new EntityTag(String.valueOf(head.version()));
  }

  private static Head requireExisting(Head head) {
    if (!head.exists()) {
      throw new ProblemException(
          Kind.NO_SUCH_MOVIE,
          "There is no movie %s%s"
              .formatted(head.entityId(), head.version() == 0 ? "" : ": it was deleted"));
    }
    return head;
  }

  private static void checkConditions(Request request, Head head) {
    ResponseBuilder refused =
        head.exists() ? request.evaluatePreconditions(tag(head)) : request.evaluatePreconditions();
    if (refused != null) {
      throw preconditionFailed(head);
    }
  }

  private static ProblemException preconditionFailed(Head head) {
    return new ProblemException(
        Kind.PRECONDITION_FAILED,
        head.exists()
            ? "Movie %s is at version %d: read it again, then send If-Match: \"%d\""
                .formatted(head.entityId(), head.version(), head.version())
            : "There is no movie %s to match".formatted(head.entityId()));
  }

  private static void requireSameId(UUID id, MovieDocument document) {
    if (document.id() != null && !document.id().equals(id)) {
      throw new InvalidMovieException("id", "must be the path's, " + id + ", or left out");
    }
  }
}
