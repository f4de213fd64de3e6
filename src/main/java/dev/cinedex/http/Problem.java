package dev.cinedex.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.errors.FieldError;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import jakarta.ws.rs.core.Response.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error in the form of RFC 9457.
 *
 * @param type names the kind of problem; {@code about:blank} when the status says everything
 * @param errors one for each wrong field of a movie, else empty
 * @param requestId finds the request in the log; null when it has no id
 */
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldError> errors,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String requestId) {

  static final String MEDIA_TYPE = "application/problem+json";
  static final int RETRY_SECONDS = 1;

  static Problem of(ProblemKind kind, String detail) {
    return of(kind, detail, List.of());
  }

  static Problem of(ProblemKind kind, String detail, List<FieldError> errors) {
    return new Problem(kind.type(), kind.title(), kind.status(), detail, errors, null);
  }

  public static Problem of(Response.StatusType status, String detail) {
    return new Problem(
        "about:blank", status.getReasonPhrase(), status.getStatusCode(), detail, List.of(), null);
  }

  /** Returns the same problem with the id of the request that this thread answers. */
  Problem ofThisRequest() {
    return ofRequest(RequestIds.current());
  }

  Problem ofRequest(@Nullable String id) {
    return new Problem(type, title, status, detail, errors, id);
  }

  /** Returns the problem as a response; one that may pass tells the client when to try again. */
  Response toResponse() {
    ResponseBuilder response = Response.status(status).type(MEDIA_TYPE).entity(ofThisRequest());
    if (status == Status.SERVICE_UNAVAILABLE.getStatusCode()) {
      response.header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
    }
    return response.build();
  }
}
