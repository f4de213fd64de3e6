package dev.cinedex.http;

import jakarta.ws.rs.WebApplicationException;

/** Ends a request with a problem. */
public final class ProblemException extends WebApplicationException {
  public ProblemException(Problem problem) {
    super(problem.detail(), problem.toResponse());
  }

  public ProblemException(ProblemKind kind, String detail) {
    this(Problem.of(kind, detail));
  }
}
