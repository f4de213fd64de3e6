package dev.cinedex.ledger;

/** The six verbs of a write, in order. */
public enum WriteStep {
  READ,
  HELP,
  NOTE,
  CLAIM,
  PROJECT,
  SETTLE
}
