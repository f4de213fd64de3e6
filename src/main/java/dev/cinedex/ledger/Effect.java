package dev.cinedex.ledger;

/** The effect of a write on its entity. */
public enum Effect {
  CREATED,
  CHANGED,
  /** The entity was like this already: nothing is written, and the version is kept. */
  UNCHANGED
}
