package dev.cinedex.errors;

/** The kinds of errors that reach users: over HTTP each is a problem, for a command one line. */
public enum ErrorCode {
  /** The text is not a JSON object. */
  MALFORMED_JSON(false),
  /** The text is not a record of CSV. */
  MALFORMED_CSV(false),
  /** A document breaks a limit of its entity. */
  INVALID_ENTITY(false),
  /** The lookup rows of an entity would take more bytes than one write may send. */
  TOO_COSTLY(false),
  /** A declaration of a lookup table, or what is asked of a job, is not valid. */
  INVALID_LOOKUP(false),
  NO_SUCH_LOOKUP(false),
  /** A lookup table, or the job on it, is in another state than the request needs. */
  LOOKUP_STATE(false),
  /** Other writers won every attempt. */
  CONTENTION(true),
  /** It cannot be determined whether a write happened. */
  OUTCOME_UNKNOWN(true),
  /** The clock of this instance is too far from the cluster's. */
  CLOCK_SKEW(true),
  /** This instance may not know every lookup table. */
  CATALOG_STALE(true),
  /** Another process changes the schema, or the nodes do not agree on it. */
  SCHEMA_BUSY(true),
  /** The service, or a command, cannot do its work with this environment or configuration. */
  CANNOT_START(false),
  /** An import stopped before the end of its file. */
  IMPORT_FAILED(false),
  /** A command cannot do what its user asks. */
  COMMAND_FAILED(false),
  /** A command finished, and found something that its user should look at. */
  FINDINGS(false);

  private final boolean retryable;

  ErrorCode(boolean retryable) {
    this.retryable = retryable;
  }

  /** Returns whether the same call may succeed later, without a change by the user. */
  public boolean isRetryable() {
    return retryable;
  }
}
