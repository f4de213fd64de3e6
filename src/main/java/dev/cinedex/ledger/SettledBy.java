package dev.cinedex.ledger;

/** Says who wrote the lookup rows of a version. */
public enum SettledBy {
  /** The writer of the version, before it answered. */
  WRITER,
  /** The next writer of the entity. */
  NEXT_WRITER,
  /** The writer of the version, after it answered, because a table is maintained so. */
  ASYNC,
  /** The sweeper, a job, or a verified list that found the version unsettled. */
  SWEEPER
}
