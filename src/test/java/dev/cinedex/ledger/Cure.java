package dev.cinedex.ledger;

/** The measures of the protocol, each of which a test can leave out. */
enum Cure {
  CLAIM,
  VERSION_TIMESTAMP,
  HELP,
  DELETES,
  NOTES,
  /** A writer waits until its note is acknowledged. */
  NOTE_ACKNOWLEDGED,
  /** A writer marks its version only after the rows are written, and not with them. */
  MARKED_WHEN_WRITTEN,
  /** A process remembers a version, and does not read it, only after its rows are written. */
  REMEMBERED_WHEN_WRITTEN,
  /** Writers wait until an exclusive import has ended, or its lease has expired. */
  EXCLUSIVE_LEASE,
  /** When an exclusive import crashes, others wait until its lease has expired. */
  LEASE_EXPIRES,
  /** An exclusive import writes rows only if it had its lease when the head was acknowledged. */
  LEASE_CHECKED_AGAIN,
  /** An exclusive import takes the six steps for a movie that had a note when it began. */
  SIX_STEPS_WHEN_NOTED,
  /** An exclusive import chooses a version before it checks that it has its lease. */
  VERSION_BEFORE_CHECK,
  /** An exclusive import writes a head at a timestamp long before its version. */
  HEAD_WRITTEN_BEFORE,
  /** An exclusive import writes a head before its rows. */
  HEAD_FIRST,
  /** A head without a claim is confirmed by an LWT before somebody else writes its rows. */
  CONFIRMATION
}
