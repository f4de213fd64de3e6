package dev.cinedex.http;

import dev.cinedex.errors.ErrorCode;
import java.util.Locale;

/** The kinds of problem that Cinedex has besides those of HTTP itself. */
public enum ProblemKind {
  MALFORMED_JSON(400, "The body is not a JSON object"),
  INVALID_PARAMETER(400, "A parameter is not valid"),
  UNKNOWN_HOST(400, "The service does not have this name"),
  UNAUTHENTICATED(401, "The request has no valid API key"),
  WRONG_ROLE(403, "The API key may not do this"),
  CROSS_SITE(403, "A page of another site may not write"),
  NO_SUCH_LOOKUP(404, "The lookup table does not exist"),
  NO_SUCH_MOVIE(404, "The movie does not exist"),
  NO_SUCH_JOB(404, "The job does not exist"),
  LOOKUP_NOT_READY(409, "The lookup table cannot be read now"),
  LOOKUP_STATE(409, "Not possible in the current state"),
  MOVIE_EXISTS(409, "The movie already exists"),
  CONTENTION(409, "Other writers were faster"),
  PRECONDITION_FAILED(412, "The movie is not at the expected version"),
  INVALID_MOVIE(422, "The movie is not valid"),
  TOO_COSTLY(422, "The lookup rows of the movie would be too large"),
  INVALID_LOOKUP(422, "The lookup table, or the job on it, is not valid"),
  IDEMPOTENCY_KEY_REUSED(422, "The idempotency key belongs to another request"),
  RATE_LIMITED(429, "The client asks for too much"),
  OUTCOME_UNKNOWN(503, "It is not known whether the write happened"),
  CLOCK_SKEW(503, "The clock of this instance is wrong"),
  CATALOG_STALE(503, "This instance may not know every lookup table"),
  OVERLOADED(503, "Too many requests are running"),
  STARTING(503, "The service cannot use Cassandra yet"),
  STILL_COUNTING(503, "The rows are still being counted"),
  SCHEMA_BUSY(503, "The schema cannot be changed now"),
  CASSANDRA_UNAVAILABLE(503, "Cassandra does not answer");

  private final int status;
  private final String title;

  ProblemKind(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** Returns the kind as which an error of the service is answered. */
  static ProblemKind of(ErrorCode code) {
    return switch (code) {
      case MALFORMED_JSON, MALFORMED_CSV -> MALFORMED_JSON;
      case INVALID_ENTITY -> INVALID_MOVIE;
      case TOO_COSTLY -> TOO_COSTLY;
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

  int status() {
    return status;
  }

  String title() {
    return title;
  }

  /** The URN that names the kind in a problem. */
  String type() {
    return "urn:cinedex:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
