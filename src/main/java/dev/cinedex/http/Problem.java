package dev.cinedex.http;

import com.fasterxml.jackson.annotation.JsonIgnore;
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
 * @param retryAfter the seconds after which the request may be sent again; 0 when that would not
 *     help
 */
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldError> errors,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String requestId,
    @JsonIgnore int retryAfter) {

  static final String MEDIA_TYPE = "application/problem+json";
  private static final int SOON = 1;

  static Problem of(ProblemKind kind, String detail) {
    return of(kind, detail, List.of());
  }

  static Problem of(ProblemKind kind, String detail, List<FieldError> errors) {
    return of(kind.type(), kind.title(), kind.status(), detail, errors);
  }

  public static Problem of(Response.StatusType status, String detail) {
    return of(status.getStatusCode(), status.getReasonPhrase(), detail);
  }

  /** Returns a problem about which its status says everything. */
  static Problem of(int status, String title, String detail) {
    return of("about:blank", title, status, detail, List.of());
  }

  private static Problem of(
      String type, String title, int status, String detail, List<FieldError> errors) {
    boolean mayPass = status == Status.SERVICE_UNAVAILABLE.getStatusCode();
    return new Problem(type, title, status, detail, errors, null, mayPass ? SOON : 0);
  }

  /** Returns the same problem, which passes after some seconds, 1 or more. */
  Problem passingIn(int seconds) {
    return new Problem(type, title, status, detail, errors, requestId, seconds);
  }

  /** Returns the same problem with the id of the request that this thread answers. */
  Problem ofThisRequest() {
    return ofRequest(RequestIds.current());
  }

  Problem ofRequest(@Nullable String id) {
    return new Problem(type, title, status, detail, errors, id, retryAfter);
  }

  /** Returns the problem as a response; one that may pass tells the client when to try again. */
  Response toResponse() {
    ResponseBuilder response = Response.status(status).type(MEDIA_TYPE).entity(ofThisRequest());
    if (retryAfter > 0) {
      response.header(HttpHeaders.RETRY_AFTER, retryAfter);
    }
    return response.build();
  }
}
