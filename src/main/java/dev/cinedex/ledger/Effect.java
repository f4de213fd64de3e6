package dev.cinedex.ledger;

/** What a write does to an entity. */
public enum Effect {
  CREATED,
  CHANGED,
  /** The entity was like this already: nothing is written, and the version is kept. */
  UNCHANGED
}
