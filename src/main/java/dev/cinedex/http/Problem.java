package dev.cinedex.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.errors.ErrorCode;
import dev.cinedex.errors.FieldError;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.util.List;
import java.util.Locale;

/**
 * An error as RFC 9457 has it.
 *
 * @param type names the kind of problem; {@code about:blank} when the status says it all
 * @param errors of a movie's fields, else empty
 */
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldError> errors) {

  public static final String MEDIA_TYPE = "application/problem+json";
  public static final int RETRY_SECONDS = 1;

  public static Problem of(Kind kind, String detail) {
    return of(kind, detail, List.of());
  }

  public static Problem of(Kind kind, String detail, List<FieldError> errors) {
    return new Problem(kind.type(), kind.title, kind.status, detail, errors);
  }

  public static Problem of(Response.StatusType status, String detail) {
    return new Problem(
        "about:blank", status.getReasonPhrase(), status.getStatusCode(), detail, List.of());
  }

  public Response.ResponseBuilder toResponse() {
    Response.ResponseBuilder response = Response.status(status).type(MEDIA_TYPE).entity(this);
    return isPassing() ? response.header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS) : response;
  }

  /** Whether it may be gone when the request is sent again. */
  private boolean isPassing() {
    return status == Status.SERVICE_UNAVAILABLE.getStatusCode();
  }

  /** The kinds of problem that Cinedex has beyond those of HTTP. */
  public enum Kind {
    MALFORMED_JSON(400, "The body is not a JSON object"),
    INVALID_PARAMETER(400, "A parameter is not valid"),
    NO_SUCH_LOOKUP(404, "There is no such lookup table"),
    NO_SUCH_MOVIE(404, "There is no such movie"),
    NO_SUCH_JOB(404, "There is no such job"),
    LOOKUP_NOT_READY(409, "The lookup table cannot be read now"),
    LOOKUP_STATE(409, "The lookup table, or the job on it, is in another state"),
    MOVIE_EXISTS(409, "There is such a movie already"),
    CONTENTION(409, "Other writers were faster"),
    PRECONDITION_FAILED(412, "The movie is not at the expected version"),
    INVALID_MOVIE(422, "The movie is not valid"),
    INVALID_LOOKUP(422, "The lookup table, or the job on it, is not valid"),
    IDEMPOTENCY_KEY_REUSED(422, "The idempotency key belongs to another request"),
    OUTCOME_UNKNOWN(503, "It is not known whether the write happened"),
    CLOCK_SKEW(503, "The clock of this instance is wrong"),
    CATALOG_STALE(503, "This instance may not know every lookup table"),
    OVERLOADED(503, "Too many requests are under way"),
    STILL_COUNTING(503, "The rows are still being counted"),
    SCHEMA_BUSY(503, "The schema cannot be changed just now"),
    CASSANDRA_UNAVAILABLE(503, "Cassandra does not answer");

    private final int status;
    private final String title;

    Kind(int status, String title) {
      this.status = status;
      this.title = title;
    }

    static Kind of(ErrorCode code) {
      return switch (code) {
        case MALFORMED_JSON -> MALFORMED_JSON;
        case INVALID_ENTITY -> INVALID_MOVIE;
        case INVALID_LOOKUP -> INVALID_LOOKUP;
        case NO_SUCH_LOOKUP -> NO_SUCH_LOOKUP;
        case LOOKUP_STATE -> LOOKUP_STATE;
        case CONTENTION -> CONTENTION;
        case OUTCOME_UNKNOWN -> OUTCOME_UNKNOWN;
        case CLOCK_SKEW -> CLOCK_SKEW;
        case CATALOG_STALE -> CATALOG_STALE;
        case SCHEMA_BUSY, CANNOT_START, IMPORT_FAILED, COMMAND_FAILED, FINDINGS -> SCHEMA_BUSY;
      };
    }

    String type() {
      return "urn:cinedex:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
