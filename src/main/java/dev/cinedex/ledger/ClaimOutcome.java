package dev.cinedex.ledger;

/** What is known of a claim when its statement has returned. */
enum ClaimOutcome {
  WON,
  /** Another version was there: this claim changed nothing. */
  LOST,
  /** It may have been decided, or may yet be: a SERIAL read tells. */
  UNKNOWN
}
