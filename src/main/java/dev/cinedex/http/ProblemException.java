package dev.cinedex.http;

import jakarta.ws.rs.WebApplicationException;

/** Ends a request with a problem. */
final class ProblemException extends WebApplicationException {
  ProblemException(Problem problem) {
    super(problem.detail(), problem.toResponse().build());
  }

  ProblemException(Problem.Kind kind, String detail) {
    this(Problem.of(kind, detail));
  }
}
