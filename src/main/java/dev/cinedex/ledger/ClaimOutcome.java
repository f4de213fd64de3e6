package dev.cinedex.ledger;

/** The outcome of a claim, as far as it is known when its statement has returned. */
public enum ClaimOutcome {
  WON,
  /** Another version was there: the claim changed nothing. */
  LOST,
  /** The claim may have been decided, or may be decided later: a SERIAL read tells. */
  UNKNOWN
}
