package dev.cinedex.resources;

import dev.cinedex.http.ProblemException;
import dev.cinedex.ledger.Head;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import jakarta.ws.rs.core.Response.Status;
import java.util.Optional;

/**
 * The conditions {@code If-Match} and {@code If-None-Match} of a request. The entity tag of a movie
 * is its version.
 */
record Preconditions(Request request) {

  static EntityTag tag(Head head) {
    return new EntityTag(String.valueOf(head.version()));
  }

  /**
   * Checks the conditions of a write against the version that it would replace.
   *
   * @throws ProblemException when a condition is not met
   */
  void check(Head head) {
    ResponseBuilder refused =
        head.exists() ? request.evaluatePreconditions(tag(head)) : request.evaluatePreconditions();
    if (refused != null) {
      throw MovieProblems.preconditionFailed(head);
    }
  }

  /**
   * Returns the answer 304 when the client has this version of a movie already.
   *
   * @throws ProblemException when a condition is not met
   */
  Optional<Response> notModified(Head head) {
    ResponseBuilder refused = request.evaluatePreconditions(tag(head));
    if (refused == null) {
      return Optional.empty();
    }
    if (refused.build().getStatus() != Status.NOT_MODIFIED.getStatusCode()) {
      throw MovieProblems.preconditionFailed(head);
    }
    return Optional.of(refused.tag(tag(head)).build());
  }
}
