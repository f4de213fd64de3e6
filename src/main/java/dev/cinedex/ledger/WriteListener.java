package dev.cinedex.ledger;

/** Follows the steps of writes, from the threads that take them. */
@FunctionalInterface
public interface WriteListener {
  /** Is called when a step of some write is done. */
  void done(WriteStep step);

  /** Is called after each claim. */
  default void claimed(ClaimOutcome outcome) {}

  /** Is called when all lookup rows of a version are acknowledged. */
  default void projected(Head head, SettledBy by) {}
}
