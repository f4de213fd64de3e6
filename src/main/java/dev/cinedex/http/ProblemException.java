package dev.cinedex.http;

import jakarta.ws.rs.WebApplicationException;

/** Ends a request with a problem. */
public final class ProblemException extends WebApplicationException {
  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.detail(), problem.toResponse());
    this.problem = problem;
  }

  public ProblemException(ProblemKind kind, String detail) {
    this(Problem.of(kind, detail));
  }

  Problem problem() {
    return problem;
  }
}
